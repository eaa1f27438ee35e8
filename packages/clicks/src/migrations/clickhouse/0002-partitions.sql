-- When something of a partition was stored, or it was read to its end, last; and when its log was removed, all of it being
-- stored. In milliseconds since 1970; where the first is later, there is a log again.
ALTER TABLE click_positions
  ADD COLUMN IF NOT EXISTS seen_at SimpleAggregateFunction(max, Int64),
  ADD COLUMN IF NOT EXISTS gone_at SimpleAggregateFunction(max, Int64);
