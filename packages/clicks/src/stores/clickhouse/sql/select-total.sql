SELECT
  (
    SELECT sum(clicks) FROM click_buckets
    WHERE level = 'ever' AND domain = {domain:String} AND code = {code:String} AND class = 'human'
  ) AS clicks,
  (SELECT min(at) FROM (SELECT max(complete_at) AS at FROM click_positions GROUP BY partition)) AS asOf
