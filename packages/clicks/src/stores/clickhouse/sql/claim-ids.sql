-- Of several batches with one click, the first to claim its id has it. Claiming again takes nothing away.
INSERT INTO click_ids (id, batch, at)
SELECT toUInt128(id), batch, at
FROM click_staged
WHERE batch = {batch:UInt64}
  AND (SELECT max(position) FROM click_positions WHERE partition = {partition:String}) = {from:Int64}
  AND (SELECT max(seen_at) FROM click_ranges WHERE partition = {partition:String} AND from_position = {from:Int64}) > now64(3) - INTERVAL 23 HOUR
