SELECT id, domain, code, category, text, reported_at FROM link_reports
WHERE id > :after AND (:domain::text IS NULL OR domain = :domain)
ORDER BY id
LIMIT :limit
