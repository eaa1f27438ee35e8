INSERT INTO click_positions (partition, gone_at) SELECT {partition:String}, toUnixTimestamp64Milli(now64(3))
