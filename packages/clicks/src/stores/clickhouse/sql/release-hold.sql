INSERT INTO click_holds (holder, until, released)
SELECT {holder:String}, toUnixTimestamp64Milli(now64(3)), 1
