-- A number that no change has: whoever follows the log finds the gap, and forgets all that it remembers. The log begins
-- anew behind it with the newest change: whoever asks since when changes are missing finds the instant of that one.
WITH counted AS (
  UPDATE counters SET value = greatest(value, :position::bigint) + 2 WHERE name = 'changes' RETURNING value
), forgotten AS (
  DELETE FROM link_changes
), newest AS (
  SELECT domain, code, coalesce(version, 1) AS version
  FROM links ORDER BY coalesce(updated_at, created_at) DESC LIMIT 1
)
INSERT INTO link_changes (id, version, domain, code)
SELECT counted.value, newest.version, newest.domain, newest.code FROM counted CROSS JOIN newest
