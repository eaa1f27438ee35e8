SELECT domain, code, created_at FROM links ORDER BY rowid LIMIT 1
