-- One row for each class in each part of the series that has any. Each part is read in the longest buckets that fit into it.
SELECT
  toUInt32(roundDown(toUnixTimestamp(bucket), {starts:Array(UInt32)})) AS start,
  class,
  sum(clicks) AS clicks,
  uniqCombined64Merge(12)(visitors) AS visitors
FROM click_buckets
WHERE domain = {domain:String} AND code = {code:String}
  AND (
    (
      level = 'day'
      AND bucket >= toDateTime({dayFrom:UInt32}, 'UTC') AND bucket < toDateTime({dayTo:UInt32}, 'UTC')
      AND toUnixTimestamp(bucket) < transform(roundDown(toUnixTimestamp(bucket), {dayFroms:Array(UInt32)}), {dayFroms:Array(UInt32)}, {dayTos:Array(UInt32)}, 0)
    )
    OR (
      level = 'eighth'
      AND bucket >= toDateTime({eighthFrom:UInt32}, 'UTC') AND bucket < toDateTime({eighthTo:UInt32}, 'UTC')
      AND toUnixTimestamp(bucket) < transform(roundDown(toUnixTimestamp(bucket), {eighthFroms:Array(UInt32)}), {eighthFroms:Array(UInt32)}, {eighthTos:Array(UInt32)}, 0)
    )
    OR (
      level = 'slot'
      AND bucket >= toDateTime({slotFrom:UInt32}, 'UTC') AND bucket < toDateTime({slotTo:UInt32}, 'UTC')
      AND toUnixTimestamp(bucket) < transform(roundDown(toUnixTimestamp(bucket), {slotFroms:Array(UInt32)}), {slotFroms:Array(UInt32)}, {slotTos:Array(UInt32)}, 0)
    )
  )
GROUP BY start, class
