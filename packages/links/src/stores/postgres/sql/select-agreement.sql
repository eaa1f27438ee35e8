SELECT value FROM installation WHERE name = :name
