SELECT DISTINCT partition_id AS id
FROM system.parts
WHERE database = currentDatabase() AND table IN ({table:String}, {copy:String}) AND active
  AND toUInt32OrZero(splitByChar('-', partition_id)[-1])
    BETWEEN toYYYYMM(toDateTime({from:UInt32}, 'UTC')) AND toYYYYMM(toDateTime({to:UInt32} - 1, 'UTC'))
  AND NOT startsWith(partition_id, '4-')
ORDER BY id
