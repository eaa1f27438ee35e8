import type { Consumer } from "@platformatic/kafka";

/** The first offset that is there, and the one after the last. */
export type PartitionEnds = { readonly first: number; readonly next: number };

export async function endsOf(
  consumer: Consumer,
  topic: string,
  partitions: readonly number[],
): Promise<ReadonlyMap<number, PartitionEnds>> {
  const offsetsAt = async (timestamp: bigint) =>
    (await consumer.listOffsets({ topics: [topic], partitions: { [topic]: [...partitions] }, timestamp })).get(topic);
  const firsts = await offsetsAt(earliest);
  const nexts = await offsetsAt(latest);
  return new Map(partitions.map((each) => [each, { first: Number(firsts?.[each]), next: Number(nexts?.[each]) }]));
}

/** Without those of which the group was never told. */
export async function committedOffsets(
  consumer: Consumer,
  topic: string,
  partitions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const offsets = await consumer.listCommittedOffsets({ topics: [{ topic, partitions: [...partitions] }] });
  const told = partitions.map((each) => [each, Number(offsets.get(topic)?.[each] ?? -1)] as const);
  return new Map(told.filter(([, offset]) => offset >= 0));
}

const latest = -1n;
const earliest = -2n;
