-- One statement, so one instant: what is forgotten meanwhile is seen either here or there.
SELECT
  p.partition,
  p.at,
  -- A copy brought all of it, and nothing was heard of it since an instant that the other store keeps nothing of.
  coalesce(p.copied_to = p.at AND coalesce(p.gone_at, p.seen_at) < :rawBefore::bigint, false),
  s.has_forgotten_own
FROM narrows_clicks.store_state AS s
LEFT JOIN narrows_clicks.positions AS p ON true
