INSERT INTO narrows_clicks.migrations (version, name, is_breaking) VALUES (:version::integer, :name, :isBreaking::boolean)
