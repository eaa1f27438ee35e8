INSERT INTO schema_migrations (version, name, is_breaking) VALUES (:version, :name, :isBreaking)
