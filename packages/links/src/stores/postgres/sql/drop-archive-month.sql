SELECT drop_archive_month(:month::integer)
