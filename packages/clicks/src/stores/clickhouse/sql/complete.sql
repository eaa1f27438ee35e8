-- What has ended goes on when something of it is stored, and not when another writer had looked at it before.
INSERT INTO click_positions (partition, told, seen_at)
SELECT {partition:String}, (max(told).1 + 1, {at:Int64}), toUnixTimestamp64Milli(now64(3))
FROM click_positions
WHERE partition = {partition:String}
HAVING max(told).2 != {ended:Int64} OR {at:Int64} = {ended:Int64}
