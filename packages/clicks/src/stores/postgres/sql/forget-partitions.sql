-- That something was counted here is known for ever, or a copy would be put in its place.
WITH forgotten AS (
  DELETE FROM narrows_clicks.positions WHERE gone_at < :before::bigint RETURNING at, copied_to
)
UPDATE narrows_clicks.store_state SET has_forgotten_own = true
WHERE NOT has_forgotten_own AND EXISTS (SELECT FROM forgotten WHERE at > coalesce(copied_to, 0))
