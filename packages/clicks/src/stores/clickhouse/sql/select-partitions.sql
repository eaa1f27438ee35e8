SELECT partition, max(position) AS at, max(told).2 AS completeAt, max(click_positions.seen_at) AS seenAt
FROM click_positions
GROUP BY partition
ORDER BY partition
