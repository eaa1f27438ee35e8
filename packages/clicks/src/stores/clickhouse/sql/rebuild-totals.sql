-- By how much the days of the span are more, or fewer, than they were.
INSERT INTO click_buckets_new (level, domain, code, bucket, class, clicks, visitors)
SELECT 'ever', domain, code, toDateTime(0, 'UTC'), class, sum(change) AS clicks, uniqCombined64StateIf(12)(toFixedString('', 16), false)
FROM (
  SELECT domain, code, class, click_buckets_new.clicks AS change FROM click_buckets_new
  WHERE level = 'day' AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
  UNION ALL
  SELECT domain, code, class, -click_buckets.clicks AS change FROM click_buckets
  WHERE level = 'day' AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
)
WHERE NOT startsWith(code, '#')
GROUP BY domain, code, class
HAVING clicks != 0
