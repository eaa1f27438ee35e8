SELECT w.place, b.human, b.bot, b.preview, b.prefetch, b.head, b.visitors, b.counted_values
FROM unnest(:domain::text[], :code::text[], :minutes::smallint[], :startAt::bigint[])
  WITH ORDINALITY AS w (domain, code, minutes, start_at, place)
JOIN narrows_clicks.buckets AS b
  ON b.domain = w.domain AND b.code = w.code AND b.minutes = w.minutes AND b.start_at = w.start_at
