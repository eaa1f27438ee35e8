SELECT
  toString(id) AS id, domain, code, toUnixTimestamp64Milli(at) AS at, class, reason, toString(visitor) AS visitor, status,
  country, region, referrer, device, browser, os, language, utmSource, utmMedium, utmCampaign, utmTerm, utmContent
FROM clicks
WHERE domain = {domain:String} AND code = {code:String}
  -- Tuples are not looked up in the primary key: without the cursor's instant each page would read all pages before it.
  AND clicks.at >= fromUnixTimestamp64Milli(greatest({from:Int64}, {afterAt:Int64}), 'UTC')
  AND clicks.at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND (clicks.at, toUInt128(clicks.id)) > (fromUnixTimestamp64Milli({afterAt:Int64}, 'UTC'), toUInt128({afterId:UUID}))
ORDER BY clicks.at, toUInt128(clicks.id)
LIMIT {limit:UInt32}
