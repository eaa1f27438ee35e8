SELECT id, domain, code, version, changed_at FROM link_changes WHERE id > ? ORDER BY id LIMIT ?
