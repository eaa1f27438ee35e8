SELECT dead_letters FROM removals
