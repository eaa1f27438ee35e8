SELECT at, class, visitor FROM clicks WHERE at >= ?1 AND at < ?2
