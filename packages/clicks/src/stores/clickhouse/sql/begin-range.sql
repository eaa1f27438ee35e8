-- The token is the same for whoever begins at this position, so of two at once one is taken.
INSERT INTO click_ranges (partition, from_position, to_position, batch, begun_at)
SELECT {partition:String}, {from:Int64}, {to:Int64}, {batch:UInt64}, now64(3, 'UTC')
WHERE (SELECT max(position) FROM click_positions WHERE partition = {partition:String}) = {from:Int64}
  AND (SELECT count() FROM click_ranges WHERE partition = {partition:String} AND from_position = {from:Int64}) = 0
  AND (
    SELECT count() FROM (
      SELECT holder FROM click_holds GROUP BY holder
      HAVING max(until) > toUnixTimestamp64Milli(now64(3)) AND max(released) = 0
    )
  ) = 0
