SELECT count(*) FROM link_reports
