INSERT INTO click_limits (name, value) VALUES ({name:String}, {value:Int64})
