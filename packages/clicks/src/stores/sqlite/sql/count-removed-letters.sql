UPDATE removals SET dead_letters = dead_letters + ?
