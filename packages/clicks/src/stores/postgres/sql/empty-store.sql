TRUNCATE narrows_clicks.clicks, narrows_clicks.buckets, narrows_clicks.totals, narrows_clicks.dead_letters, narrows_clicks.positions
