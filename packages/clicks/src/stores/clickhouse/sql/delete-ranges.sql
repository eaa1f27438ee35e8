DELETE FROM click_ranges WHERE batch IN (
  SELECT batch
  FROM click_ranges
  INNER JOIN (SELECT partition, max(position) AS stored FROM click_positions GROUP BY partition) AS positions USING (partition)
  WHERE to_position <= stored
)
