INSERT INTO links (
  domain, code, kind, destination, host, redirect_status, owner_id, enabled, expires_at, created_at, updated_at, version,
  deleted_at, quarantined_at, quarantine_reason, tags, note, settings_digest
) VALUES (
  :domain, :code, :kind, :destination, :host, :redirectStatus, (SELECT id FROM owners WHERE name = :owner), :enabled,
  :expiresAt, :createdAt, :updatedAt, :version,
  :deletedAt, :quarantinedAt, :quarantineReason, :tags, :note, :settingsDigest
)
-- The unique key decides who gets a code; only this conflict is an answer, every other one is an error.
ON CONFLICT (domain, code) DO NOTHING
