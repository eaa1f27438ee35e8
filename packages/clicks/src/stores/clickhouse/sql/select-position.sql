-- Where the partition stands, and the range that was begun there: half a day after somebody took it up, it is to be renewed.
SELECT
  position, to_position AS begun, toUnixTimestamp64Milli(first_at) AS begunAt,
  ranges.last_at > now64(3) - INTERVAL 12 HOUR AS isFresh
FROM (SELECT max(position) AS position FROM click_positions WHERE partition = {partition:String}) AS stands
LEFT JOIN (
  SELECT from_position, argMin(to_position, begun_at) AS to_position, min(begun_at) AS first_at, max(seen_at) AS last_at
  FROM click_ranges
  WHERE partition = {partition:String}
  GROUP BY from_position
) AS ranges ON ranges.from_position = stands.position
