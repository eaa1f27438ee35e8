-- Steps from one domain to the next along the primary key; min() of an empty set is NULL.
SELECT min(domain) FROM links WHERE domain > ?
