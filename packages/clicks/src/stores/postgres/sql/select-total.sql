SELECT
  coalesce((SELECT clicks FROM narrows_clicks.totals WHERE domain = :domain AND code = :code), 0),
  -- Nobody can tell as long as one partition has never been read to its end. Where all have ended, another may have begun of
  -- which nothing is known: then it is the instant at which something was heard of any of them last.
  (SELECT CASE WHEN count(*) = count(complete_at) THEN least(min(complete_at), max(seen_at)) END FROM narrows_clicks.positions)
