UPDATE removals SET raw_before = max(raw_before, ?)
