import type { RecordsBatch } from "@platformatic/kafka";

export type ChunkRecord = {
  readonly offset: number;
  readonly value: string;
  /** Milliseconds since 1970, by the broker's clock where the topic is set so. */
  readonly at: number;
};

/** What one fetch gave of a partition: everything from one offset to another, which is not in it. */
export type Chunk = { readonly from: number; readonly to: number; readonly records: readonly ChunkRecord[] };

const isControl = 0x20;
const isAppendTime = 0x08;

/** A fetch gives whole batches, so its first one may begin before the offset that was asked for. */
export function chunkOf(from: number, batches: readonly RecordsBatch[]): Chunk {
  const last = batches.at(-1);
  const to = last === undefined ? from : Number(last.firstOffset) + last.lastOffsetDelta + 1;
  const records = batches.filter(({ attributes }) => (attributes & isControl) === 0).flatMap(recordsOf);
  return { from, to: Math.max(from, to), records: records.filter(({ offset }) => offset >= from) };
}

function recordsOf({ firstOffset, firstTimestamp, maxTimestamp, attributes, records }: RecordsBatch): ChunkRecord[] {
  const base = Number(firstOffset);
  return records.map(({ offsetDelta, timestampDelta, value }) => ({
    offset: base + offsetDelta,
    value: value?.toString("utf8") ?? "",
    at: Number((attributes & isAppendTime) === 0 ? firstTimestamp + timestampDelta : maxTimestamp),
  }));
}
