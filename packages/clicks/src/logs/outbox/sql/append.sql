-- Records are JSON, in which the character that separates rows does not occur.
INSERT INTO narrows_clicks.outbox (slot, records, oldest_at, body)
SELECT s.slot, w.records, w.oldest_at, w.body
FROM unnest(:records::integer[], :oldestAt::bigint[], string_to_array(:bodies, E'\u001E'))
  WITH ORDINALITY AS w (records, oldest_at, body, place)
CROSS JOIN narrows_clicks.outbox_state AS s
ORDER BY w.place
