UPDATE counters SET value = value + :count WHERE name = 'sequence' RETURNING value
