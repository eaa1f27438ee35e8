DELETE FROM click_positions WHERE partition IN (
  SELECT partition FROM click_positions
  GROUP BY partition
  HAVING max(gone_at) >= max(seen_at) AND max(gone_at) BETWEEN 1 AND {beforeMs:Int64} - 1
)
