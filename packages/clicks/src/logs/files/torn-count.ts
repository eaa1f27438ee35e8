/** What stands in segments behind their last whole batch. */
export type Torn = { readonly batches: number; readonly bytes: number };

/** Counts each torn end once, however often it is passed. */
export function createTornCount() {
  const lastIn = new Map<string, number>();
  let batches = 0;
  let total = 0;
  return {
    add(partition: string, segmentStartsAt: number, bytes: number): void {
      if (bytes <= 0 || segmentStartsAt <= (lastIn.get(partition) ?? -1)) return;
      lastIn.set(partition, segmentStartsAt);
      batches += 1;
      total += bytes;
    },
    forget(partition: string): void {
      lastIn.delete(partition);
    },
    count: (): Torn => ({ batches, bytes: total }),
  };
}

export type CountTorn = ReturnType<typeof createTornCount>["add"];
