SELECT version, any(name) AS name FROM click_migrations GROUP BY version ORDER BY version
