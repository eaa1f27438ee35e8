SELECT last_position, released FROM narrows_clicks.outbox_state
