INSERT INTO links (domain, code) VALUES (?, ?)
