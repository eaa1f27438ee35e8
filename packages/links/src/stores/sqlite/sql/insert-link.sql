INSERT INTO links (
  domain, code, destination, host, redirect_status, enabled, expires_at, updated_at, version,
  deleted_at, quarantined_at, quarantine_reason, tags, note, settings_digest, max_clicks, open_version,
  kind, owner_id, created_at
) VALUES (
  ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?, ?, ?, ?,
  ?, (SELECT id FROM owners WHERE name = ?), ?
)
-- The unique key decides who gets a code; only this conflict is an answer, every other one is an error.
ON CONFLICT (domain, code) DO NOTHING
