-- Goes through the log and to the disk like every other write.
UPDATE counters SET value = (value + 1) % 1000000 WHERE name = 'ping'
