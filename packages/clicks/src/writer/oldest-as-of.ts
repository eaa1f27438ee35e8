import { endOfLog, type PartitionState } from "../click-store.ts";

/**
 * Up to when the partition is counted that is furthest behind of those that are waited for, in milliseconds since 1970. One that
 * was never read to its end stands where something was heard of it last. Undefined where none is waited for.
 */
export function oldestAsOf(partitions: readonly PartitionState[]): number | undefined {
  const waitedFor = partitions.filter(({ completeAt }) => completeAt !== endOfLog);
  const instants = waitedFor.map(({ completeAt, seenAt }) => completeAt ?? seenAt ?? 0);
  return instants.length === 0 ? undefined : instants.reduce((least, at) => Math.min(least, at));
}
