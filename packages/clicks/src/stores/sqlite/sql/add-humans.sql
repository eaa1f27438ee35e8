UPDATE links SET humans = humans + ?2 WHERE id = ?1
