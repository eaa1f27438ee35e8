DELETE FROM clicks WHERE (at, id) IN (SELECT at, id FROM clicks WHERE at < ?1 ORDER BY at, id LIMIT ?2)
