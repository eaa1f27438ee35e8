INSERT INTO narrows_clicks.buckets (
  domain, code, minutes, start_at, human, bot, preview, prefetch, head, visitors, counted_values
)
SELECT *
FROM unnest(
  :domain::text[], :code::text[], :minutes::smallint[], :startAt::bigint[], :human::bigint[], :bot::bigint[],
  :preview::bigint[], :prefetch::bigint[], :head::bigint[], :visitors::bytea[], :values::bytea[]
)
ON CONFLICT (code, domain, minutes, start_at) DO UPDATE SET
  human = excluded.human,
  bot = excluded.bot,
  preview = excluded.preview,
  prefetch = excluded.prefetch,
  head = excluded.head,
  visitors = excluded.visitors,
  counted_values = excluded.counted_values
