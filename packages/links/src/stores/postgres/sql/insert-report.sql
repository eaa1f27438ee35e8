-- Two at once may pass the bounds by one each: they keep a table small, and count nothing.
INSERT INTO link_reports (domain, code, category, text, reported_at)
SELECT :domain, :code, :category, :text::text, :reportedAt::bigint
WHERE EXISTS (SELECT 1 FROM links WHERE domain = :domain AND code = :code AND deleted_at IS NULL)
  AND (SELECT count(*) FROM link_reports) < :total
  AND (SELECT count(*) FROM link_reports WHERE domain = :domain AND code = :code) < :perLink
