INSERT INTO narrows_clicks.positions (partition, at, complete_at, seen_at, gone_at)
SELECT *
FROM unnest(:partition::text[], :at::bigint[], :completeAt::bigint[], :seenAt::bigint[], :goneAt::bigint[])
