SELECT
  (SELECT count(*) FROM links) AS links,
  (SELECT count(*) FROM links WHERE deleted_at IS NOT NULL) AS tombstones,
  (SELECT count(*) FROM links WHERE quarantined_at IS NOT NULL) AS quarantined,
  (SELECT count(*) FROM link_tags) AS tags,
  (SELECT count(*) FROM owners) AS owners,
  (SELECT count(*) FROM api_keys) AS keys,
  (SELECT count(*) FROM idempotency WHERE expires_at > :now) AS answers,
  (SELECT value FROM counters WHERE name = 'sequence') AS sequence,
  (SELECT sum(next_epoch) FROM code_leases) AS epochs
