-- Raw clicks: one row each. Every statement of a migration may run again: ClickHouse has no transaction around them.
CREATE TABLE IF NOT EXISTS clicks (
  id UUID,
  domain LowCardinality(String),
  code String,
  at DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4),
  class LowCardinality(String),
  reason LowCardinality(String),
  visitor Nullable(FixedString(16)),
  status UInt16,
  country LowCardinality(Nullable(String)),
  region LowCardinality(Nullable(String)),
  referrer LowCardinality(Nullable(String)),
  device LowCardinality(Nullable(String)),
  browser LowCardinality(Nullable(String)),
  os LowCardinality(Nullable(String)),
  language LowCardinality(Nullable(String)),
  utmSource LowCardinality(Nullable(String)),
  utmMedium LowCardinality(Nullable(String)),
  utmCampaign LowCardinality(Nullable(String)),
  utmTerm LowCardinality(Nullable(String)),
  utmContent LowCardinality(Nullable(String)),
  -- Which range of a log brought it, and when that range was begun.
  batch UInt64,
  stored_at DateTime64(3, 'UTC') DEFAULT now64(3),
  -- What belongs to a range is found without reading what was stored at other times.
  INDEX stored_at stored_at TYPE minmax GRANULARITY 1
) ENGINE = MergeTree PARTITION BY toYYYYMM(at)
-- UUIDs themselves sort by their second half.
ORDER BY (domain, code, at, toUInt128(id))
SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1;

-- A batch on its way: a partition each, dropped once it is stored. What a crash leaves goes after a day.
CREATE TABLE IF NOT EXISTS click_staged AS clicks
ENGINE = MergeTree PARTITION BY batch ORDER BY toUInt128(id)
TTL toDateTime(stored_at) + INTERVAL 1 DAY
SETTINGS ttl_only_drop_parts = 1;

-- Which batch a click belongs to: the one that claimed its id first, by the number of the block that says so. Sorted by time,
-- as ids are, so that a click that is sent again is found by reading little.
CREATE TABLE IF NOT EXISTS click_ids (
  id UInt128,
  batch UInt64,
  at DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4)
) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY id
SETTINGS enable_block_number_column = 1, fsync_after_insert = 1, fsync_part_directory = 1;

-- Clicks by link and bucket: a slot of 15 minutes, an eighth of a UTC day, a UTC day, or ever. The code '' is all links together; a code that begins
-- with # is no link: it says how many clicks of a batch (its hexadecimal number) are in this partition, so that whether a
-- batch was counted stands in the same part as what it counted.
CREATE TABLE IF NOT EXISTS click_buckets (
  level Enum8('slot' = 1, 'eighth' = 2, 'day' = 3, 'ever' = 4),
  domain LowCardinality(String),
  code String,
  bucket DateTime('UTC'),
  class LowCardinality(String),
  clicks SimpleAggregateFunction(sum, Int64),
  -- Of humans only. 4,096 registers of 6 bits: 3 KiB at most, 1.6 % standard error; exact while small.
  visitors AggregateFunction(uniqCombined64(12), FixedString(16))
) ENGINE = AggregatingMergeTree PARTITION BY (level, toYYYYMM(bucket))
ORDER BY (level, domain, code, bucket, class)
SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 1024;

-- Clicks by value of a dimension; what is not known is not in it. Without eighths of days: these are most of the rows.
CREATE TABLE IF NOT EXISTS click_values (
  level Enum8('slot' = 1, 'day' = 3),
  domain LowCardinality(String),
  code String,
  dimension LowCardinality(String),
  bucket DateTime('UTC'),
  class LowCardinality(String),
  value String,
  clicks SimpleAggregateFunction(sum, Int64)
) ENGINE = AggregatingMergeTree PARTITION BY (level, toYYYYMM(bucket))
ORDER BY (level, domain, code, dimension, bucket, class, value)
SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 1024;

-- Which ranges of a log were begun: one for each beginning, whoever comes first. A row more for each time that one was taken
-- up again long after; what differs in it is the time at which it was seen.
CREATE TABLE IF NOT EXISTS click_ranges (
  partition String,
  from_position Int64,
  to_position Int64,
  batch UInt64,
  begun_at DateTime64(3, 'UTC'),
  seen_at DateTime64(3, 'UTC') DEFAULT begun_at
) ENGINE = MergeTree ORDER BY (partition, from_position)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- How far each partition of a log is stored, and at which instant all of it was.
CREATE TABLE IF NOT EXISTS click_positions (
  partition String,
  position SimpleAggregateFunction(max, Int64),
  complete_at SimpleAggregateFunction(max, Int64)
) ENGINE = AggregatingMergeTree ORDER BY partition
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS click_dead_letters (
  partition String,
  batch_to Int64,
  place UInt32,
  record String,
  fault String,
  found_at Int64
) ENGINE = ReplacingMergeTree ORDER BY (partition, batch_to, place);

-- Before which instant raw clicks were removed.
CREATE TABLE IF NOT EXISTS click_limits (
  name LowCardinality(String),
  value SimpleAggregateFunction(max, Int64)
) ENGINE = AggregatingMergeTree ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Who keeps batches from being begun, and until when: a removal or a rebuild, which nobody may write beside.
CREATE TABLE IF NOT EXISTS click_holds (
  holder String,
  until SimpleAggregateFunction(max, Int64),
  released SimpleAggregateFunction(max, UInt8)
) ENGINE = AggregatingMergeTree ORDER BY holder
TTL toDateTime(intDiv(until, 1000)) + INTERVAL 1 DAY;
