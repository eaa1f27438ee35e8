SELECT partition, batch_to, place, record, fault, found_at
FROM dead_letters
ORDER BY found_at DESC, number DESC
LIMIT ?
