SELECT at, class, visitor FROM clicks INDEXED BY clicks_by_link WHERE link = ?1 AND at >= ?2 AND at < ?3
