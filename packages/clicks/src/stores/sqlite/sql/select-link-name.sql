SELECT domain, code FROM links WHERE id = ?
