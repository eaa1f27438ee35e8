UPDATE positions SET gone_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE partition = ?
