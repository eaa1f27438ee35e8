-- A number that no change has: whoever follows the log finds the gap, and forgets all that it remembers.
UPDATE counters SET value = greatest(value, :position::bigint) + 1 WHERE name = 'changes'
