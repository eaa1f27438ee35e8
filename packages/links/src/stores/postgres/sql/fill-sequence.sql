UPDATE counters SET value = greatest(value, :sequence::bigint) WHERE name = 'sequence'
