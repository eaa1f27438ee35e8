-- Codes of links begin with none of the characters before '-'; what does is no link.
SELECT domain, code, sum(click_buckets.clicks) AS clicks
FROM click_buckets
WHERE code >= '-' AND class IN {classes:Array(String)}
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
  AND (
    {among:String} = ''
    OR (toString(domain), code) IN (SELECT arrayJoin(JSONExtract({among:String}, 'Array(Tuple(String, String))')))
  )
GROUP BY domain, code
HAVING clicks > 0
ORDER BY clicks DESC, domain, code
LIMIT {limit:UInt32}
