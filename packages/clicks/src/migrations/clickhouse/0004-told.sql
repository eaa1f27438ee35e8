-- At which instant all of a partition was stored, as it was told last: with how many times it was told, for an instant may be an
-- earlier one than before, where a clock was put back. In place of complete_at, which releases of before go on writing.
ALTER TABLE click_positions
  ADD COLUMN IF NOT EXISTS told SimpleAggregateFunction(max, Tuple(UInt64, Int64));

INSERT INTO click_positions (partition, told)
SELECT partition, (toUInt64(1), max(complete_at)) FROM click_positions GROUP BY partition HAVING max(complete_at) > 0;
