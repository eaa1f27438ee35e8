SELECT count(*) FROM narrows_clicks.totals
