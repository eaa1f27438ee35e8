UPDATE narrows_clicks.positions
SET
  at = :to::bigint,
  complete_at = nullif(complete_at, :ended::bigint),
  seen_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  gone_at = NULL
WHERE partition = :partition
