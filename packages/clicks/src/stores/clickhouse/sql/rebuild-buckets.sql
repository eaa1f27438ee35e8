INSERT INTO click_buckets_new (level, domain, code, bucket, class, clicks, visitors)
SELECT
  level,
  key.1 AS link_domain,
  key.2 AS link_code,
  start AS bucket,
  class,
  count() AS clicks,
  uniqCombined64StateIf(12)(assumeNotNull(visitor), class = 'human' AND visitor IS NOT NULL)
FROM (
  SELECT
    arrayJoin([('slot', 900), ('eighth', 10800), ('day', 86400)]) AS grain,
    grain.1 AS level,
    arrayJoin([(domain, code), ('', '')]) AS key,
    toDateTime(toUnixTimestamp(at) - toUnixTimestamp(at) % grain.2, 'UTC') AS start,
    class,
    visitor
  FROM clicks
  WHERE at >= toDateTime({from:UInt32}, 'UTC') AND at < toDateTime({to:UInt32}, 'UTC')
)
GROUP BY level, link_domain, link_code, bucket, class
