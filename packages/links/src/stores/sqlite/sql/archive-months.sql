SELECT CAST(substr(name, 14) AS INTEGER) AS month
FROM sqlite_schema
WHERE type = 'table' AND name GLOB 'link_archive_[1-9][0-9][0-9][0-9][0-1][0-9]'
ORDER BY month
