UPDATE narrows_clicks.outbox_state SET last_position = :position::bigint WHERE last_position < :position::bigint
