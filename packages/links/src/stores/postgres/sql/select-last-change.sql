SELECT value FROM counters WHERE name = 'changes'
