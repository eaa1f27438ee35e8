-- Of a batch that was left unfinished, its writer will count what the partition does not say to be counted, and nothing else.
INSERT INTO click_buckets_new (level, domain, code, bucket, class, clicks, visitors)
SELECT
  level,
  key.1 AS link_domain,
  key.2 AS link_code,
  start AS bucket,
  class,
  count() AS clicks,
  uniqCombined64StateIf(12)(assumeNotNull(visitor), class = 'human' AND visitor IS NOT NULL)
FROM (
  SELECT
    arrayJoin([('slot', 900), ('eighth', 10800), ('day', 86400)]) AS grain,
    grain.1 AS level,
    arrayJoin([(domain, code), ('', '')]) AS key,
    toDateTime(toUnixTimestamp(at) - toUnixTimestamp(at) % grain.2, 'UTC') AS start,
    batch,
    class,
    visitor
  FROM clicks
  WHERE at >= toDateTime({from:UInt32}, 'UTC') AND at < toDateTime({to:UInt32}, 'UTC')
)
WHERE batch NOT IN (
    SELECT batch
    FROM click_ranges
    LEFT JOIN (SELECT partition, max(position) AS stored FROM click_positions GROUP BY partition) AS positions USING (partition)
    WHERE to_position > stored
  )
  OR (batch, toString(level), toYYYYMM(start)) IN (
    SELECT batch, toString(level), toYYYYMM(bucket)
    FROM (SELECT level, code, bucket FROM click_buckets WHERE domain = '' AND startsWith(code, '#')) AS markers
    INNER JOIN (
      SELECT DISTINCT batch, concat('#', lower(leftPad(hex(batch), 16, '0'))) AS code
      FROM click_ranges
      LEFT JOIN (SELECT partition, max(position) AS stored FROM click_positions GROUP BY partition) AS positions USING (partition)
      WHERE to_position > stored
    ) AS unfinished USING (code)
  )
GROUP BY level, link_domain, link_code, bucket, class
