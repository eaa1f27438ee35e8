UPDATE narrows_clicks.outbox_state SET released = least(:position::bigint, last_position)
WHERE released < least(:position::bigint, last_position)
