INSERT INTO narrows_clicks.totals AS t (domain, code, clicks)
SELECT * FROM unnest(:domain::text[], :code::text[], :clicks::bigint[])
ON CONFLICT (code, domain) DO UPDATE SET clicks = t.clicks + excluded.clicks
