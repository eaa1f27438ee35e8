SELECT substr(c.relname, 14)::integer AS month
FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
WHERE i.inhparent = 'link_archive'::regclass AND c.relname ~ '^link_archive_[1-9][0-9]{5}$'
ORDER BY month
