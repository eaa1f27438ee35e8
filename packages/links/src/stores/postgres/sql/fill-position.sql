-- A number that no change has: whoever follows the log finds the gap, and forgets all that it remembers. None where nothing
-- was written and the numbers have passed those of the other store already: nobody has anything to forget then. The log
-- begins anew behind the gap with the newest link, at the instant of the newest change of all: whoever asks since when
-- changes are missing finds it there.
WITH counted AS (
  UPDATE counters SET value = greatest(value, :position::bigint) + 2
  WHERE name = 'changes' AND (:written::bigint > 0 OR value < :position::bigint)
  RETURNING value
), forgotten AS (
  DELETE FROM link_changes WHERE EXISTS (SELECT FROM counted)
), newest AS (
  SELECT domain, code, coalesce(version, 1) AS version, coalesce(updated_at, created_at) AS changed_at
  FROM links ORDER BY coalesce(updated_at, created_at) DESC LIMIT 1
)
INSERT INTO link_changes (id, version, domain, code, changed_at)
SELECT
  counted.value, newest.version, newest.domain, newest.code,
  -- Of the log as it was before it was forgotten: the copy's own changes are in it.
  greatest(newest.changed_at, (SELECT max(changed_at) FROM link_changes))
FROM counted CROSS JOIN newest
