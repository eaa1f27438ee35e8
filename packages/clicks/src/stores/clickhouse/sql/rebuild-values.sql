-- Of a batch that was left unfinished, its writer will count what the partition does not say to be counted, and nothing else.
INSERT INTO click_values_new (level, domain, code, dimension, bucket, class, value, clicks)
SELECT level, key.1 AS link_domain, key.2 AS link_code, key.3 AS dimension, start AS bucket, class, key.4 AS value, count() AS clicks
FROM (
  SELECT
    arrayJoin([('slot', 900, 0), ('day', 86400, 2)]) AS grain,
    grain.1 AS level,
    toDateTime(toUnixTimestamp(at) - toUnixTimestamp(at) % grain.2, 'UTC') AS start,
    batch,
    class,
    arrayFilter(value -> value.2 IS NOT NULL, [
      ('country', country, 0), ('region', region, 4), ('referrer', referrer, 8), ('device', device, 12), ('browser', browser, 16),
      ('os', os, 20), ('language', language, 24), ('utmSource', utmSource, 28), ('utmMedium', utmMedium, 32),
      ('utmCampaign', utmCampaign, 36), ('utmTerm', utmTerm, 40), ('utmContent', utmContent, 44)
    ]) AS known,
    -- What had no room when it was counted first has none now.
    arrayJoin(arrayConcat(
      arrayMap(value -> (toString(domain), code, value.1, if(bitTest(folded, value.3 + grain.3), '(other)', assumeNotNull(value.2))), known),
      arrayMap(value -> ('', '', value.1, if(bitTest(folded, value.3 + grain.3 + 1), '(other)', assumeNotNull(value.2))), known)
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
