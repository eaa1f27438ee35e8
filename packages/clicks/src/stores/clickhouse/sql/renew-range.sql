-- Whoever takes up what was begun long ago is kept from it as from beginning.
INSERT INTO click_ranges (partition, from_position, to_position, batch, begun_at, seen_at)
SELECT partition, from_position, to_position, batch, begun_at, now64(3, 'UTC')
FROM click_ranges
WHERE partition = {partition:String} AND from_position = {from:Int64}
  AND (
    SELECT count() FROM (
      SELECT holder FROM click_holds GROUP BY holder
      HAVING max(until) > toUnixTimestamp64Milli(now64(3)) AND max(released) = 0
    )
  ) = 0
ORDER BY begun_at
LIMIT 1
