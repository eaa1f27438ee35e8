SELECT
  (SELECT count(*) FROM links),
  (SELECT count(*) FROM links WHERE deleted_at IS NOT NULL),
  (SELECT count(*) FROM links WHERE quarantined_at IS NOT NULL),
  (SELECT count(*) FROM link_tags),
  (SELECT count(*) FROM owners),
  (SELECT count(*) FROM api_keys),
  (SELECT count(*) FROM idempotency WHERE expires_at > :now),
  (SELECT value FROM counters WHERE name = 'sequence'),
  (SELECT sum(next_epoch) FROM code_leases)
