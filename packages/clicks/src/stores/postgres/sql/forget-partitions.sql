DELETE FROM narrows_clicks.positions WHERE gone_at < :before::bigint
