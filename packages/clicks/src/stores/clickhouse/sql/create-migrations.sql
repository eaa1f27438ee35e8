CREATE TABLE IF NOT EXISTS click_migrations (
  version UInt32,
  name String,
  applied_at DateTime DEFAULT now()
) ENGINE = ReplacingMergeTree ORDER BY version
