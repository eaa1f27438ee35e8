INSERT INTO narrows_clicks.dead_letters (partition, batch_to, index, record, fault, found_at)
SELECT *
FROM unnest(
  :partition::text[], :batchTo::bigint[], :index::integer[], :record::text[], :fault::text[], :foundAt::bigint[]
)
ON CONFLICT (partition, batch_to, index) DO NOTHING
