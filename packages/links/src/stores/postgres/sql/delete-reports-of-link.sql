DELETE FROM link_reports WHERE domain = :domain AND code = :code
