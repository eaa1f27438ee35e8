UPDATE counters SET value = value + ? WHERE name = 'sequence' RETURNING value
