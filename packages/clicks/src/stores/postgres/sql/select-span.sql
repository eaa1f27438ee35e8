-- The buckets of one link in parts of the time, each with the place for which it is wanted.
SELECT w.place, b.human, b.bot, b.preview, b.prefetch, b.head, b.visitors, b.counted_values
FROM unnest(:places::integer[], :minutes::smallint[], :froms::bigint[], :tos::bigint[]) AS w (place, minutes, from_at, to_at)
JOIN narrows_clicks.buckets AS b
  ON b.code = :code AND b.domain = :domain AND b.minutes = w.minutes AND b.start_at >= w.from_at AND b.start_at < w.to_at
