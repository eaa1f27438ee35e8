SELECT c.at, c.id, c.class, c.visitor, c.payload, l.domain, l.code
FROM clicks AS c
JOIN links AS l ON l.id = c.link
