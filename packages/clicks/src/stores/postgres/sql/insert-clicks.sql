INSERT INTO narrows_clicks.clicks (
  id, at, domain, code, class, reason, visitor, status, country, region, referrer, device, browser, os, language,
  utm_source, utm_medium, utm_campaign, utm_term, utm_content
)
SELECT
  id, at, domain, code, class, reason, visitor, status, country, region, referrer, device, browser, os, language,
  "utmSource", "utmMedium", "utmCampaign", "utmTerm", "utmContent"
-- As text first: the client would write a parameter of JSON as JSON once more.
FROM json_to_recordset(:clicks::text::json) AS c (
  id uuid, at bigint, domain text, code text, class text, reason text, visitor text, status smallint, country text,
  region text, referrer text, device text, browser text, os text, language text, "utmSource" text, "utmMedium" text,
  "utmCampaign" text, "utmTerm" text, "utmContent" text
)
ON CONFLICT DO NOTHING
RETURNING id::text
