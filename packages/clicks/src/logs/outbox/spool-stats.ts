import type { SpoolStats } from "./spool.ts";

export function sumOfStats(all: readonly SpoolStats[]): SpoolStats {
  return all.reduce(sumOf, { records: 0, oldestAt: undefined, bytes: 0, tornBytes: 0, brokenRecords: 0 });
}

function sumOf(one: SpoolStats, other: SpoolStats): SpoolStats {
  return {
    records: one.records + other.records,
    oldestAt: earlierOf(one.oldestAt, other.oldestAt),
    bytes: one.bytes + other.bytes,
    tornBytes: one.tornBytes + other.tornBytes,
    brokenRecords: one.brokenRecords + other.brokenRecords,
  };
}

function earlierOf(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}
