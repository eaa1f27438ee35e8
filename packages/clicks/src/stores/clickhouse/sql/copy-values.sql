-- Of the months of the span all that it does not touch.
INSERT INTO click_values_new
SELECT * FROM click_values
WHERE level IN ('slot', 'day')
  AND toYYYYMM(bucket) BETWEEN toYYYYMM(toDateTime({from:UInt32}, 'UTC')) AND toYYYYMM(toDateTime({to:UInt32} - 1, 'UTC'))
  AND (bucket < toDateTime({from:UInt32}, 'UTC') OR bucket >= toDateTime({to:UInt32}, 'UTC') OR startsWith(code, '#'))
