-- An id ends with the month, after the level where there is one; what was counted ever (level 4) stays.
SELECT DISTINCT partition_id AS id
FROM system.parts
WHERE database = currentDatabase() AND table = {table:String} AND active
  AND toUInt32OrZero(splitByChar('-', partition_id)[-1]) < {month:UInt32}
  AND NOT startsWith(partition_id, '4-')
