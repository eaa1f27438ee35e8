-- The highest number ever given out: it stays when the changes themselves are purged.
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'link_changes'), 0) AS id
