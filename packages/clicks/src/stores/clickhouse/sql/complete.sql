INSERT INTO click_positions (partition, complete_at, seen_at)
SELECT {partition:String}, {at:Int64}, toUnixTimestamp64Milli(now64(3))
