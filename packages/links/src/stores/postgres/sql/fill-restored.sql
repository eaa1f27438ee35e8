-- Links that were in this month at an earlier copy, and were brought back, deleted, or archived anew since.
DELETE FROM link_archive AS a
USING unnest(:domain::text[], :code::text[]) AS w (domain, code)
WHERE a.month = :month AND a.domain = w.domain COLLATE "C" AND a.code = w.code COLLATE "C"
