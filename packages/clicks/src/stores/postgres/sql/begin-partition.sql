INSERT INTO narrows_clicks.positions (partition) VALUES (:partition) ON CONFLICT (partition) DO NOTHING
