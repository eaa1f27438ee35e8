-- Slots or days, so that both can be made at the same time, and not again into a partition that says that this batch is counted
-- there. Links and all of them are a grouping each, which has nothing in the columns that it leaves out. Dimensions are
-- grouped by as numbers. A value that had no room is another in its link's count than in that of all links, so there are two.
INSERT INTO click_values (level, domain, code, dimension, bucket, class, value, clicks)
SELECT
  {level:String} AS level,
  key_domain AS domain,
  key_code AS code,
  dimension,
  toDateTime(start, 'UTC') AS bucket,
  key_class AS class,
  if(grouping(key_code) = 0, value_of_link, value_of_all) AS value,
  count() AS clicks
FROM (
  SELECT
    dimension,
    -- How many clicks the batch has is counted as those of a link that none is called like.
    dimension = '' AS is_marker,
    if(is_marker, '', domain) AS key_domain,
    if(is_marker, {marker:String}, code) AS key_code,
    if(is_marker, '', class) AS key_class,
    toUInt8(greatest(toInt8(dimension) - 1, 0)) * 4 + {place:UInt8} AS place,
    if(NOT is_marker AND bitTest(folded, place), '(other)', assumeNotNull(known)) AS value_of_link,
    if(NOT is_marker AND bitTest(folded, place + 1), '(other)', assumeNotNull(known)) AS value_of_all,
    toUnixTimestamp(at) AS second,
    second - second % {seconds:UInt32} AS start
  FROM clicks
  ARRAY JOIN
    CAST(
      range(13),
      'Array(Enum8(\'\' = 0, \'country\' = 1, \'region\' = 2, \'referrer\' = 3, \'device\' = 4, \'browser\' = 5, \'os\' = 6, \'language\' = 7, \'utmSource\' = 8, \'utmMedium\' = 9, \'utmCampaign\' = 10, \'utmTerm\' = 11, \'utmContent\' = 12))'
    ) AS dimension,
    ['', country, region, referrer, device, browser, os, language, utmSource, utmMedium, utmCampaign, utmTerm, utmContent] AS known
  WHERE known IS NOT NULL
    AND batch = {batch:UInt64} AND stored_at = fromUnixTimestamp64Milli({begunAt:Int64}, 'UTC')
    AND (SELECT max(position) FROM click_positions WHERE partition = {partition:String}) = {from:Int64}
    AND (SELECT max(seen_at) FROM click_ranges WHERE partition = {partition:String} AND from_position = {from:Int64}) > now64(3) - INTERVAL 23 HOUR
)
GROUP BY GROUPING SETS (
  (key_domain, key_code, dimension, start, key_class, value_of_link),
  (dimension, start, key_class, value_of_all)
)
HAVING (grouping(key_code) = 0 OR dimension != '') AND (level, toYYYYMM(bucket)) NOT IN (
  SELECT toString(level), toYYYYMM(bucket) FROM click_values WHERE domain = '' AND code = {marker:String}
)
-- Into one block: each grouping's block would be known by its place among them, which is another one where some are left out.
ORDER BY grouping(key_code)
