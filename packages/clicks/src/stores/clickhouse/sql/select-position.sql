-- Where the partition stands, and the range that was begun there.
SELECT position, to_position AS begun, toString(batch) AS batch, toUnixTimestamp64Milli(begun_at) AS begunAt
FROM (SELECT max(position) AS position FROM click_positions WHERE partition = {partition:String}) AS stands
LEFT JOIN (SELECT from_position, to_position, batch, begun_at FROM click_ranges WHERE partition = {partition:String}) AS ranges
  ON ranges.from_position = stands.position
ORDER BY begunAt
LIMIT 1
