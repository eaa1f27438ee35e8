SELECT narrows_clicks.turn_outbox(:now::bigint, :turnMs::bigint)
