SELECT id, domain, code, category, text, reported_at FROM link_reports WHERE id = ?
