-- Nobody can tell as long as one partition has never been read to its end.
SELECT CASE WHEN count(*) = count(complete_at) THEN min(complete_at) END AS as_of FROM positions
