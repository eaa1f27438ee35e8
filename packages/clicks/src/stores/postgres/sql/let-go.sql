UPDATE narrows_clicks.positions SET gone_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint WHERE partition = :partition
