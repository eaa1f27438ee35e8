INSERT INTO safety_findings (domain, code, digest, found_at) VALUES (:domain, :code, :digest, :now)
ON CONFLICT DO NOTHING
