-- The oldest live link of this owner with these settings.
SELECT domain, code
FROM links INDEXED BY links_by_settings
WHERE owner_id = (SELECT id FROM owners WHERE name = :owner)
  AND settings_digest = :settingsDigest
  AND deleted_at IS NULL
  AND quarantined_at IS NULL
  AND enabled = 1
  AND (expires_at IS NULL OR expires_at > :now)
ORDER BY created_at, domain, code
LIMIT 1
