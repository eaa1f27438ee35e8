-- Which of these clicks are stored from an instant on. With a last instant, too, PostgreSQL would read whole days.
SELECT id::text FROM narrows_clicks.clicks WHERE id = ANY (:ids::uuid[]) AND at >= :from::bigint
