SELECT raw_before FROM removals
