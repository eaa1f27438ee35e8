SELECT partition, batch_to, index, record, fault, found_at
FROM narrows_clicks.dead_letters
ORDER BY found_at DESC, partition DESC, batch_to DESC, index DESC
LIMIT :limit::bigint
