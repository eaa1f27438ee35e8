DELETE FROM link_reports WHERE id = :id
