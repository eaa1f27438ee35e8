-- Of a batch that was left unfinished, its writer will count what the partition does not say to be counted, and nothing else.
INSERT INTO click_values_new (level, domain, code, dimension, bucket, class, value, clicks)
SELECT level, key.1 AS link_domain, key.2 AS link_code, key.3 AS dimension, start AS bucket, class, key.4 AS value, count() AS clicks
FROM (
  SELECT
    arrayJoin([('slot', 900), ('day', 86400)]) AS grain,
    grain.1 AS level,
    toDateTime(toUnixTimestamp(at) - toUnixTimestamp(at) % grain.2, 'UTC') AS start,
    batch,
    class,
    arrayFilter(pair -> pair.2 IS NOT NULL, [
      ('country', country), ('region', region), ('referrer', referrer), ('device', device), ('browser', browser), ('os', os),
      ('language', language), ('utmSource', utmSource), ('utmMedium', utmMedium), ('utmCampaign', utmCampaign),
      ('utmTerm', utmTerm), ('utmContent', utmContent)
    ]) AS known,
    arrayJoin(arrayConcat(
      arrayMap(pair -> (toString(domain), code, pair.1, assumeNotNull(pair.2)), known),
      arrayMap(pair -> ('', '', pair.1, assumeNotNull(pair.2)), known)
    )) AS key
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
    FROM (SELECT level, code, bucket FROM click_values WHERE domain = '' AND startsWith(code, '#')) AS markers
    INNER JOIN (
      SELECT DISTINCT batch, concat('#', lower(leftPad(hex(batch), 16, '0'))) AS code
      FROM click_ranges
      LEFT JOIN (SELECT partition, max(position) AS stored FROM click_positions GROUP BY partition) AS positions USING (partition)
      WHERE to_position > stored
    ) AS unfinished USING (code)
  )
GROUP BY level, link_domain, link_code, dimension, bucket, class, value
