-- Who else holds writers back, and how many batches are not finished or about to be begun. Of one that nobody has taken up
-- for a day, the writer may never come back; it is not waited for, and has to take it up anew, as if it began it.
SELECT
  (
    SELECT count() FROM (
      SELECT holder FROM click_holds WHERE holder != {holder:String} GROUP BY holder
      HAVING max(until) > toUnixTimestamp64Milli(now64(3)) AND max(released) = 0
    )
  ) AS others,
  (
    SELECT count()
    FROM (
      SELECT partition, max(to_position) AS begun FROM click_ranges
      WHERE seen_at > now64(3) - INTERVAL 1 DAY
      GROUP BY partition
    ) AS ranges
    LEFT JOIN (SELECT partition, max(position) AS stored FROM click_positions GROUP BY partition) AS positions USING (partition)
    WHERE begun > stored
  ) + (
    SELECT count() FROM system.processes
    WHERE current_database = currentDatabase() AND positionCaseInsensitive(query, concat('insert into ', 'click_ranges')) > 0
  ) AS unfinished
