SELECT clicks.at, clicks.id, clicks.class, clicks.visitor, clicks.payload, links.domain, links.code
FROM clicks CROSS JOIN links ON links.id = clicks.link
WHERE clicks.at >= ?1 AND clicks.at < ?2
ORDER BY clicks.link, clicks.at
