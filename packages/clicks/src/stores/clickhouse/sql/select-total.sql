SELECT
  (
    SELECT sum(clicks) FROM click_buckets
    WHERE level = 'ever' AND domain = {domain:String} AND code = {code:String} AND class = 'human'
  ) AS clicks,
  -- Where all have ended, another may have begun of which nothing is known: then it is the instant at which something was heard of
  -- any of them last.
  (
    SELECT least(min(at), max(seen)) FROM (
      SELECT max(told).2 AS at, max(seen_at) AS seen FROM click_positions GROUP BY partition
    )
  ) AS asOf
