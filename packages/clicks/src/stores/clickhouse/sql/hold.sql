INSERT INTO click_holds (holder, until)
SELECT {holder:String}, toUnixTimestamp64Milli(now64(3)) + {forMs:Int64}
