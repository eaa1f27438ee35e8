-- Records that are not released, and the instant of about the oldest. Rows without a place are counted as long as they are
-- few. Of many only the first and last 1,000 are read, and how many records the others have is reckoned from these and
-- from their ids: somebody asks twice a second, most of all where there are very many. Rows that were rolled back have ids too.
WITH oldest AS (
  SELECT id, records, oldest_at FROM narrows_clicks.outbox WHERE ends_at IS NULL ORDER BY ends_at, id LIMIT 1000
),
newest AS (
  SELECT id, records FROM narrows_clicks.outbox WHERE ends_at IS NULL ORDER BY ends_at DESC, id DESC LIMIT 1000
),
first_rows AS (
  SELECT count(*) AS found, coalesce(sum(records), 0) AS records, min(id) AS first_id, min(oldest_at) AS oldest_at FROM oldest
),
last_rows AS (SELECT count(*) AS found, sum(records) AS records, max(id) AS last_id FROM newest)
SELECT
  s.last_position - s.released + CASE
    WHEN f.found < 1000 THEN f.records
    ELSE round((l.last_id - f.first_id + 1) * (f.records + l.records) / (f.found + l.found)::numeric)
  END,
  least(
    f.oldest_at,
    (SELECT oldest_at FROM narrows_clicks.outbox WHERE ends_at > s.released ORDER BY ends_at LIMIT 1)
  )
FROM narrows_clicks.outbox_state AS s, first_rows AS f, last_rows AS l
