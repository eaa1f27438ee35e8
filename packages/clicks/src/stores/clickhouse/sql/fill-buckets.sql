-- Not again into a partition that says that this batch is counted there.
INSERT INTO click_buckets (level, domain, code, bucket, class, clicks, visitors)
SELECT
  level,
  key.1 AS link_domain,
  key.2 AS link_code,
  if(key.3, toDateTime(toStartOfMonth(start), 'UTC'), start) AS bucket,
  if(key.3, '', class) AS key_class,
  count() AS clicks,
  uniqCombined64StateIf(12)(assumeNotNull(visitor), class = 'human' AND visitor IS NOT NULL AND level != 'ever' AND NOT key.3)
FROM (
  SELECT
    arrayJoin([('slot', 900), ('eighth', 10800), ('day', 86400), ('ever', 0)]) AS grain,
    grain.1 AS level,
    arrayJoin([(domain, code, false), ('', '', false), ('', {marker:String}, true)]) AS key,
    toDateTime(if(grain.2 = 0, 0, toUnixTimestamp(at) - toUnixTimestamp(at) % grain.2), 'UTC') AS start,
    class,
    visitor
  FROM clicks
  WHERE batch = {batch:UInt64} AND stored_at = fromUnixTimestamp64Milli({begunAt:Int64}, 'UTC')
    AND (SELECT max(position) FROM click_positions WHERE partition = {partition:String}) = {from:Int64}
    AND (SELECT max(seen_at) FROM click_ranges WHERE partition = {partition:String} AND from_position = {from:Int64}) > now64(3) - INTERVAL 23 HOUR
)
WHERE (level, toYYYYMM(start)) NOT IN (
  SELECT toString(level), toYYYYMM(bucket) FROM click_buckets WHERE domain = '' AND code = {marker:String}
)
GROUP BY level, link_domain, link_code, bucket, key_class
