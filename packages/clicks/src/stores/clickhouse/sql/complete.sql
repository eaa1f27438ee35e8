INSERT INTO click_positions (partition, complete_at) VALUES ({partition:String}, {at:Int64})
