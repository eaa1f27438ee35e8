-- The rows in which records stand that come after the one position and not after the other.
SELECT ends_at, records, body
FROM narrows_clicks.outbox
WHERE ends_at > :after::bigint
  AND ends_at <= coalesce(
    (SELECT min(ends_at) FROM narrows_clicks.outbox WHERE ends_at >= :upTo::bigint),
    9223372036854775807
  )
ORDER BY ends_at
