DELETE FROM click_ids WHERE at < fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
