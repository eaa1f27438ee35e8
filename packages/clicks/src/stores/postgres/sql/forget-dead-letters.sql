DELETE FROM narrows_clicks.dead_letters WHERE found_at < :before::bigint
