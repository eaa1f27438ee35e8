-- From the batch that was laid ready: what it has claimed first and what is not there yet by an earlier attempt.
INSERT INTO clicks (
  id, domain, code, at, class, reason, visitor, status, country, region, referrer, device, browser, os, language,
  utmSource, utmMedium, utmCampaign, utmTerm, utmContent, batch, folded, stored_at
)
SELECT
  id, domain, code, at, class, reason, visitor, status, country, region, referrer, device, browser, os, language,
  utmSource, utmMedium, utmCampaign, utmTerm, utmContent, batch, folded, fromUnixTimestamp64Milli({begunAt:Int64}, 'UTC')
FROM click_staged
WHERE batch = {batch:UInt64}
  AND (SELECT max(position) FROM click_positions WHERE partition = {partition:String}) = {from:Int64}
  AND (SELECT max(seen_at) FROM click_ranges WHERE partition = {partition:String} AND from_position = {from:Int64}) > now64(3) - INTERVAL 23 HOUR
  AND toUInt128(id) IN (
    SELECT id FROM click_ids
    WHERE id IN (SELECT toUInt128(id) FROM click_staged WHERE batch = {batch:UInt64})
    GROUP BY id
    HAVING argMin(batch, _block_number) = {batch:UInt64}
  )
  AND id NOT IN (SELECT id FROM clicks WHERE batch = {batch:UInt64} AND stored_at = fromUnixTimestamp64Milli({begunAt:Int64}, 'UTC'))
LIMIT 1 BY id
