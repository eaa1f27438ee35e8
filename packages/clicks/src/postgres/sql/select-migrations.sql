SELECT version, name, is_breaking FROM narrows_clicks.migrations ORDER BY version
