SELECT destination, tags, note FROM link_archive_MONTH WHERE domain = ? AND code = ?
