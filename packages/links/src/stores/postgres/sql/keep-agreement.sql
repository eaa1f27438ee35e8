INSERT INTO installation (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING
