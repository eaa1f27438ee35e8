INSERT INTO link_archive (month, domain, code, destination, tags, note)
SELECT w.month, w.domain, w.code, w.destination, w.tags::jsonb, w.note
FROM unnest(
  :month::integer[], :domain::text[], :code::text[], :destination::text[], :tags::text[], :note::text[]
) AS w (month, domain, code, destination, tags, note)
ON CONFLICT (month, domain, code) DO UPDATE SET
  destination = excluded.destination, tags = excluded.tags, note = excluded.note
