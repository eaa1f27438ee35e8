SELECT at FROM narrows_clicks.positions WHERE partition = :partition
