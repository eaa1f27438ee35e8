CREATE TABLE IF NOT EXISTS click_buckets_new AS click_buckets
