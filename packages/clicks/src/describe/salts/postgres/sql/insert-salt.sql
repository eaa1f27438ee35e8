INSERT INTO narrows_clicks.salts (day, salt) VALUES (:day::integer, :salt::bytea) ON CONFLICT (day) DO NOTHING
