SELECT count(*)
FROM
  unnest(:domain::text[], :code::text[], :clicks::bigint[]) AS s (domain, code, clicks)
  JOIN narrows_clicks.totals AS t ON t.code = s.code AND t.domain = s.domain
WHERE t.clicks <= s.clicks
