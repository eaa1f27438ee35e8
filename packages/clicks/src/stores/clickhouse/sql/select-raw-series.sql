-- By the millisecond.
SELECT
  roundDown(toUnixTimestamp64Milli(at), {bounds:Array(Int64)}) AS start,
  class,
  count() AS clicks,
  uniqCombined64If(12)(visitor, class = 'human') AS visitors
FROM clicks
WHERE ({everything:Bool} OR (domain = {domain:String} AND code = {code:String}))
  AND at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
GROUP BY start, class
