SELECT version, name, applied_at, is_breaking FROM schema_migrations ORDER BY version
