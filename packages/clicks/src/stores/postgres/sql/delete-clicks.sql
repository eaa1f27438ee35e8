DELETE FROM narrows_clicks.clicks WHERE at >= :from::bigint AND at < :before::bigint
