SELECT id, domain, code FROM link_changes WHERE id > ? ORDER BY id LIMIT ?
