-- Not again into a partition that says that this batch is counted there.
INSERT INTO click_values (level, domain, code, dimension, bucket, class, value, clicks)
SELECT
  level,
  key.1 AS link_domain,
  key.2 AS link_code,
  key.3 AS dimension,
  if(dimension = '', toDateTime(toStartOfMonth(start), 'UTC'), start) AS bucket,
  if(dimension = '', '', class) AS key_class,
  key.4 AS value,
  count() AS clicks
FROM (
  SELECT
    arrayJoin([('slot', 900), ('day', 86400)]) AS grain,
    grain.1 AS level,
    toDateTime(toUnixTimestamp(at) - toUnixTimestamp(at) % grain.2, 'UTC') AS start,
    class,
    arrayFilter(pair -> pair.2 IS NOT NULL, [
      ('country', country), ('region', region), ('referrer', referrer), ('device', device), ('browser', browser), ('os', os),
      ('language', language), ('utmSource', utmSource), ('utmMedium', utmMedium), ('utmCampaign', utmCampaign),
      ('utmTerm', utmTerm), ('utmContent', utmContent)
    ]) AS known,
    arrayJoin(arrayConcat(
      arrayMap(pair -> (toString(domain), code, pair.1, assumeNotNull(pair.2)), known),
      arrayMap(pair -> ('', '', pair.1, assumeNotNull(pair.2)), known),
      [('', {marker:String}, '', '')]
    )) AS key
  FROM clicks
  WHERE batch = {batch:UInt64} AND stored_at = fromUnixTimestamp64Milli({begunAt:Int64}, 'UTC')
    AND (SELECT max(position) FROM click_positions WHERE partition = {partition:String}) = {from:Int64}
    AND (SELECT max(seen_at) FROM click_ranges WHERE partition = {partition:String} AND from_position = {from:Int64}) > now64(3) - INTERVAL 23 HOUR
)
WHERE (level, toYYYYMM(start)) NOT IN (
  SELECT toString(level), toYYYYMM(bucket) FROM click_values WHERE domain = '' AND code = {marker:String}
)
GROUP BY level, link_domain, link_code, dimension, bucket, key_class, value
