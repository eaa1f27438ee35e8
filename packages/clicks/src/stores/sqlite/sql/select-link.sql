SELECT id, humans FROM links WHERE domain = ? AND code = ?
