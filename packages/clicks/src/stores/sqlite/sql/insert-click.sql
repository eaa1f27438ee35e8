INSERT INTO clicks (at, id, link, class, visitor, payload) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING
