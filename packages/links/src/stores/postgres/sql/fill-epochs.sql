UPDATE code_leases AS l SET next_epoch = w.next_epoch
FROM unnest(:slot::smallint[], :nextEpoch::integer[]) AS w (slot, next_epoch)
WHERE l.slot = w.slot AND l.next_epoch < w.next_epoch
