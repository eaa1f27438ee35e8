DELETE FROM clicks WHERE at < fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
