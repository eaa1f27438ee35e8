DELETE FROM click_dead_letters WHERE found_at < {beforeMs:Int64}
