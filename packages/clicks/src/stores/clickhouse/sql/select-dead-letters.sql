SELECT partition, batch_to AS batchTo, place AS index, record, fault, found_at AS foundAt
FROM click_dead_letters FINAL
ORDER BY found_at DESC, partition, batch_to DESC, place DESC
LIMIT {limit:UInt32}
