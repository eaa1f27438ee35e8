-- Packed sketches and values can be joined behind their first byte, which names their form; see src/rollup/bucket.ts. So
-- most of what is added needs neither be read nor unpacked. No row is changed where it would become too long, or where
-- the added sketch cannot be joined (?11 = 0): then it is packed anew. (substr of nothing is NULL.)
INSERT INTO buckets (link, level, slot, human, bot, preview, prefetch, head, visitors, dimensions)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
ON CONFLICT (link, level, slot) DO UPDATE
SET
  human = human + ?4, bot = bot + ?5, preview = preview + ?6, prefetch = prefetch + ?7, head = head + ?8,
  visitors = CASE octet_length(visitors) WHEN 0 THEN ?9 ELSE CAST(visitors || coalesce(substr(?9, 2), x'') AS BLOB) END,
  dimensions = CASE octet_length(dimensions) WHEN 0 THEN ?10 ELSE CAST(dimensions || coalesce(substr(?10, 2), x'') AS BLOB) END
WHERE ?11 AND octet_length(visitors) + octet_length(?9) <= 4096 AND octet_length(dimensions) + octet_length(?10) <= ?12
