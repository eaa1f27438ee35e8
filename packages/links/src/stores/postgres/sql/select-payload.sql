SELECT destination, tags, note FROM link_archive WHERE month = :month AND domain = :domain AND code = :code
