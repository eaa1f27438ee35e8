SELECT
  -- In the order of the links that were asked for.
  array_to_json(ARRAY(
    SELECT coalesce(t.clicks, 0)
    FROM unnest(:domain::text[], :code::text[]) WITH ORDINALITY AS l (domain, code, place)
    LEFT JOIN narrows_clicks.totals AS t ON t.code = l.code AND t.domain = l.domain
    ORDER BY l.place
  )),
  -- Nobody can tell as long as one partition has never been read to its end. Where all have ended, another may have begun of
  -- which nothing is known: then it is the instant at which something was heard of any of them last.
  (SELECT CASE WHEN count(*) = count(complete_at) THEN least(min(complete_at), max(seen_at)) END FROM narrows_clicks.positions)
