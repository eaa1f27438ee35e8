DELETE FROM link_reports WHERE domain = ? AND code = ?
