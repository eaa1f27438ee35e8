-- One click, where one is left and the link is the one that was judged.
INSERT INTO link_budgets (domain, code, used)
SELECT domain, code, 1
FROM links
WHERE domain = :domain
  AND code = :code
  AND version = :version
  AND max_clicks IS NOT NULL
ON CONFLICT (domain, code) DO UPDATE SET used = used + 1
WHERE used < (SELECT l.max_clicks FROM links AS l WHERE l.domain = excluded.domain AND l.code = excluded.code)
