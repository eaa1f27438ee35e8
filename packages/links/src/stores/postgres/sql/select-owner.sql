SELECT id FROM owners WHERE name = :name
