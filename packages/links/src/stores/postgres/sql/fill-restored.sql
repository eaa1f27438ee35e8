-- Links that were archived at an earlier copy, and were brought back or deleted since.
DELETE FROM link_archive AS a
USING unnest(:domain::text[], :code::text[]) AS w (domain, code)
WHERE a.domain = w.domain COLLATE "C" AND a.code = w.code COLLATE "C"
