-- Where all have ended, another may have begun of which nothing is known: then it is the instant at which something was heard of
-- any of them last.
WITH (
  SELECT least(min(at), max(seen)) FROM (
    SELECT max(told).2 AS at, max(seen_at) AS seen FROM click_positions GROUP BY partition
  )
) AS as_of
SELECT as_of AS asOf, groupArray(toString(domain)) AS domains, groupArray(code) AS codes, groupArray(humans) AS clicks
FROM (
  -- By columns of the order, so that little is read: of another domain a code may come along.
  SELECT domain, code, sum(click_buckets.clicks) AS humans
  FROM click_buckets
  WHERE level = 'ever' AND class = 'human' AND domain IN {domains:Array(String)} AND code IN {codes:Array(String)}
  GROUP BY domain, code
)
