-- Not again into a partition that says that this batch is counted there. Of what is counted together, each level and all links
-- are a grouping of their own, which has nothing in the columns that it leaves out: each click is looked at once.
INSERT INTO click_buckets (level, domain, code, bucket, class, clicks, visitors)
SELECT
  level,
  domain,
  key AS code,
  bucket,
  class,
  clicks,
  if(level = 'ever' OR is_marker, (SELECT uniqCombined64StateIf(12)(toFixedString('', 16), false)), visitors) AS visitors
FROM (
  SELECT
    multiIf(grouping(slot) = 0, 'slot', grouping(eighth) = 0, 'eighth', grouping(day) = 0, 'day', 'ever') AS level,
    domain,
    code,
    toDateTime(slot + eighth + day, 'UTC') AS bucket,
    class,
    count() AS clicks,
    uniqCombined64StateIf(12)(assumeNotNull(visitor), class = 'human' AND visitor IS NOT NULL) AS visitors,
    -- All clicks are among those of all links: how many the batch has.
    arrayJoin(if(grouping(code) = 1, [false, true], [false])) AS is_marker,
    if(is_marker, {marker:String}, code) AS key
  FROM (
    SELECT
      domain,
      code,
      class,
      visitor,
      toUnixTimestamp(at) AS second,
      second - second % 900 AS slot,
      second - second % 10800 AS eighth,
      second - second % 86400 AS day
    FROM clicks
    WHERE batch = {batch:UInt64} AND stored_at = fromUnixTimestamp64Milli({begunAt:Int64}, 'UTC')
      AND (SELECT max(position) FROM click_positions WHERE partition = {partition:String}) = {from:Int64}
      AND (SELECT max(seen_at) FROM click_ranges WHERE partition = {partition:String} AND from_position = {from:Int64}) > now64(3) - INTERVAL 23 HOUR
  )
  GROUP BY GROUPING SETS (
    (domain, code, slot, class), (domain, code, eighth, class), (domain, code, day, class), (domain, code, class),
    (slot, class), (eighth, class), (day, class), (class)
  )
)
WHERE (level, toYYYYMM(bucket)) NOT IN (
  SELECT toString(level), toYYYYMM(bucket) FROM click_buckets WHERE domain = '' AND code = {marker:String}
)
-- Into one block: each grouping's block would be known by its place among them, which is another one where some are left out.
ORDER BY level
