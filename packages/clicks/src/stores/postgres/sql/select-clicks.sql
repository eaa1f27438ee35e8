SELECT
  id, at, domain, code, class, reason, visitor, status, country, region, referrer, device, browser, os, language,
  utm_source, utm_medium, utm_campaign, utm_term, utm_content
FROM narrows_clicks.clicks
WHERE code = :code AND domain = :domain AND at >= :from::bigint AND at < :to::bigint
  AND at >= :afterAt::bigint AND (at, id) > (:afterAt::bigint, :afterId::uuid)
ORDER BY at, id
LIMIT :limit::bigint
