SELECT w.number, l.max_clicks IS NULL OR link_clicks_used(l.max_clicks, l.domain, l.code) < l.max_clicks
FROM unnest(:domains::text[], :codes::text[]) WITH ORDINALITY AS w (domain, code, number)
JOIN links AS l ON l.domain = w.domain AND l.code = w.code
