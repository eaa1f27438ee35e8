SELECT coalesce(max(id), 0) AS id FROM link_changes
