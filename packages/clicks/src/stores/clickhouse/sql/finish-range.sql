-- Only where each table shows that it has all of the batch. A partition that had ended goes on.
INSERT INTO click_positions (partition, position, seen_at, told)
SELECT
  {partition:String}, {to:Int64}, toUnixTimestamp64Milli(now64(3)),
  (
    SELECT if(max(told).2 = {ended:Int64}, (max(told).1 + 1, toInt64(0)), (toUInt64(0), toInt64(0)))
    FROM click_positions WHERE partition = {partition:String}
  )
WHERE (SELECT max(position) FROM click_positions WHERE partition = {partition:String}) = {from:Int64}
  AND (SELECT max(seen_at) FROM click_ranges WHERE partition = {partition:String} AND from_position = {from:Int64}) > now64(3) - INTERVAL 23 HOUR
  AND (SELECT uniqExact(id) FROM click_staged WHERE batch = {batch:UInt64}) = {ids:UInt64}
  AND (
    SELECT count() FROM click_staged
    WHERE batch = {batch:UInt64} AND toUInt128(id) IN (
    SELECT id FROM click_ids
    WHERE id IN (SELECT toUInt128(id) FROM click_staged WHERE batch = {batch:UInt64})
    GROUP BY id
    HAVING argMin(batch, _block_number) = {batch:UInt64}
  )
  AND id NOT IN (SELECT id FROM clicks WHERE batch = {batch:UInt64} AND stored_at = fromUnixTimestamp64Milli({begunAt:Int64}, 'UTC'))
  ) = 0
  AND (SELECT sum(clicks) FROM click_buckets WHERE domain = '' AND code = {marker:String}) = 4 * (
    SELECT count() FROM clicks
    WHERE batch = {batch:UInt64} AND stored_at = fromUnixTimestamp64Milli({begunAt:Int64}, 'UTC')
  )
  AND (SELECT sum(clicks) FROM click_values WHERE domain = '' AND code = {marker:String}) = 2 * (
    SELECT count() FROM clicks
    WHERE batch = {batch:UInt64} AND stored_at = fromUnixTimestamp64Milli({begunAt:Int64}, 'UTC')
  )
