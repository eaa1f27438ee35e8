SELECT rowid AS place, expires_at
FROM links INDEXED BY links_by_expiry
WHERE expires_at BETWEEN :after AND :before
  AND expires_at IS NOT NULL
  AND deleted_at IS NULL
  AND quarantined_at IS NULL
ORDER BY expires_at
LIMIT :limit
