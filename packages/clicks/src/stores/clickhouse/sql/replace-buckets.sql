ALTER TABLE click_buckets REPLACE PARTITION ID {partition:String} FROM click_buckets_new
