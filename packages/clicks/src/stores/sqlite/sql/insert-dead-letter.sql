INSERT INTO dead_letters (partition, batch_to, place, record, fault, found_at) VALUES (?, ?, ?, ?, ?, ?)
