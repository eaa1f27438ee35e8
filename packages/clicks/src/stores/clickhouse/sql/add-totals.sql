ALTER TABLE click_buckets ATTACH PARTITION ID '4-197001' FROM click_buckets_new
