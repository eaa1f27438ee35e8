-- Records that are not released, and the instant of about the oldest.
SELECT
  s.last_position - s.released + (SELECT coalesce(sum(records), 0) FROM narrows_clicks.outbox WHERE ends_at IS NULL),
  least(
    (SELECT min(oldest_at) FROM narrows_clicks.outbox WHERE ends_at IS NULL),
    (SELECT oldest_at FROM narrows_clicks.outbox WHERE ends_at > s.released ORDER BY ends_at LIMIT 1)
  )
FROM narrows_clicks.outbox_state AS s
