UPDATE narrows_clicks.store_state SET raw_before = greatest(raw_before, :before::bigint)
