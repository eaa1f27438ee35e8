SELECT b.domain, b.code, sum(b.human * :human::bigint + b.bot * :bot::bigint + b.preview * :preview::bigint
  + b.prefetch * :prefetch::bigint + b.head * :head::bigint) AS clicks
FROM unnest(:domain::text[], :code::text[]) AS l (domain, code)
CROSS JOIN unnest(:minutes::smallint[], :froms::bigint[], :tos::bigint[]) AS w (minutes, from_at, to_at)
JOIN narrows_clicks.buckets AS b
  ON b.code = l.code AND b.domain = l.domain
  AND b.minutes = w.minutes AND b.start_at >= w.from_at AND b.start_at < w.to_at
GROUP BY b.domain, b.code
HAVING sum(b.human * :human::bigint + b.bot * :bot::bigint + b.preview * :preview::bigint
  + b.prefetch * :prefetch::bigint + b.head * :head::bigint) > 0
ORDER BY clicks DESC, b.domain, b.code
LIMIT :limit::bigint
