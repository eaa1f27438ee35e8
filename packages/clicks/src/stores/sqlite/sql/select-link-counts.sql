-- One row of six lists: a row for each link would take four times as long to hand over.
SELECT
  json_group_array(link) AS link,
  json_group_array(human) AS human,
  json_group_array(bot) AS bot,
  json_group_array(preview) AS preview,
  json_group_array(prefetch) AS prefetch,
  json_group_array(head) AS head
FROM buckets INDEXED BY buckets_by_time
WHERE level = ?1 AND slot = ?2 AND link > 0
