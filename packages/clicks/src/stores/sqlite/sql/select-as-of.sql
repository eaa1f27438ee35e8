-- Nobody can tell as long as one partition has never been read to its end. Where all have ended, another may have begun of which
-- nothing is known: then it is the instant at which something was heard of any of them last.
SELECT CASE
  WHEN count(*) = count(complete_at) THEN min(min(complete_at), max(coalesce(seen_at, complete_at)))
END AS as_of FROM positions
