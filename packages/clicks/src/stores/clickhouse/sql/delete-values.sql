-- Of before the instant, and what finished batches left for the case that they had not been finished.
DELETE FROM click_values
WHERE (bucket < toDateTime({before:UInt32}, 'UTC') AND NOT startsWith(code, '#'))
  OR (domain = '' AND code IN (
    SELECT concat('#', lower(leftPad(hex(batch), 16, '0')))
    FROM click_ranges
    INNER JOIN (SELECT partition, max(position) AS stored FROM click_positions GROUP BY partition) AS positions USING (partition)
    WHERE to_position <= stored
  ))
