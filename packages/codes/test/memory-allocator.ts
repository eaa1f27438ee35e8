import type { AcquireOutcome, HeldSlot, Lease, LeaseAllocator } from "../src/lease-allocator.ts";

type Row = { nextEpoch: number; holder: string | undefined; endsAt: number };

/** An allocator for tests of those who use one: it forgets everything, which a real one may never do. */
export function createMemoryAllocator(now: () => number): LeaseAllocator {
  const rows: Row[] = Array.from({ length: 64 }, () => ({ nextEpoch: 0, holder: undefined, endsAt: 0 }));
  const isHeld = (row: Row): boolean => row.holder !== undefined && row.endsAt > now();
  const rowOf = ({ slot, epoch }: Lease): Row | undefined => {
    const row = rows[slot];
    return row !== undefined && row.nextEpoch === epoch + 1 && row.holder !== undefined ? row : undefined;
  };
  return {
    async acquire({ holder, ttlMs }): Promise<AcquireOutcome> {
      const free = rows.filter((row) => !isHeld(row));
      const [row] = free.filter(({ nextEpoch }) => nextEpoch < 8_192).sort((a, b) => a.nextEpoch - b.nextEpoch);
      if (row === undefined)
        return { kind: free.length === 0 ? "slots-taken" : "epochs-spent", held: heldSlots(rows, isHeld) };
      const lease = { slot: rows.indexOf(row), epoch: row.nextEpoch };
      Object.assign(row, { nextEpoch: row.nextEpoch + 1, holder, endsAt: now() + ttlMs });
      return { kind: "acquired", lease };
    },
    async renew(lease, ttlMs) {
      const row = rowOf(lease);
      if (row === undefined || !isHeld(row)) return false;
      row.endsAt = now() + ttlMs;
      return true;
    },
    async release(lease) {
      const row = rowOf(lease);
      if (row !== undefined) row.holder = undefined;
      return row !== undefined;
    },
    async jumpEpochs(by) {
      for (const row of rows) Object.assign(row, { nextEpoch: Math.min(8_192, row.nextEpoch + by), holder: undefined });
      return 8_192 - Math.max(...rows.map(({ nextEpoch }) => nextEpoch));
    },
  };
}

function heldSlots(rows: readonly Row[], isHeld: (row: Row) => boolean): readonly HeldSlot[] {
  return rows.flatMap((row, slot) =>
    isHeld(row) ? [{ slot, epoch: row.nextEpoch - 1, holder: row.holder ?? "", endsAt: row.endsAt }] : [],
  );
}
