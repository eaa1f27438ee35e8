INSERT INTO safety_findings (domain, code, digest, found_at) VALUES (?, ?, ?, ?)
ON CONFLICT DO NOTHING
