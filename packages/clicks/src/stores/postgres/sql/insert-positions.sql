INSERT INTO narrows_clicks.positions (partition, at, complete_at, seen_at, gone_at, copied_to)
SELECT p.partition, p.at, p.complete_at, p.seen_at, p.gone_at, p.at
FROM
  unnest(:partition::text[], :at::bigint[], :completeAt::bigint[], :seenAt::bigint[], :goneAt::bigint[])
  AS p (partition, at, complete_at, seen_at, gone_at)
