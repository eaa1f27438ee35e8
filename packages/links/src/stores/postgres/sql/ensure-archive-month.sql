SELECT ensure_archive_month(:month::integer)
