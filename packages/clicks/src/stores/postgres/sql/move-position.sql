UPDATE narrows_clicks.positions SET at = :to::bigint WHERE partition = :partition
