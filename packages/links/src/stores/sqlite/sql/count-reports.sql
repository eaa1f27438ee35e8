SELECT count(*) AS open FROM link_reports
