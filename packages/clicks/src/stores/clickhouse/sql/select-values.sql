-- The most frequent ones; `known` counts those behind the limit, too.
SELECT value, sum(click_values.clicks) AS clicks, sum(clicks) OVER () AS known
FROM click_values
WHERE domain = {domain:String} AND code = {code:String} AND dimension = {dimension:String} AND class IN {classes:Array(String)}
  AND (
    (
      level = 'day'
      AND bucket >= toDateTime({dayFrom:UInt32}, 'UTC') AND bucket < toDateTime({dayTo:UInt32}, 'UTC')
      AND toUnixTimestamp(bucket) < transform(roundDown(toUnixTimestamp(bucket), {dayFroms:Array(UInt32)}), {dayFroms:Array(UInt32)}, {dayTos:Array(UInt32)}, 0)
    )
    OR (
      level = 'slot'
      AND bucket >= toDateTime({slotFrom:UInt32}, 'UTC') AND bucket < toDateTime({slotTo:UInt32}, 'UTC')
      AND toUnixTimestamp(bucket) < transform(roundDown(toUnixTimestamp(bucket), {slotFroms:Array(UInt32)}), {slotFroms:Array(UInt32)}, {slotTos:Array(UInt32)}, 0)
    )
  )
GROUP BY value
HAVING clicks > 0
ORDER BY clicks DESC, value
LIMIT {limit:UInt32}
