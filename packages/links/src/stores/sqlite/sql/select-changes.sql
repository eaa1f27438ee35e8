SELECT id, domain, code, version FROM link_changes WHERE id > ? ORDER BY id LIMIT ?
