import { ClickError } from "../../click-error.ts";
import type { LogBatch, LogRead } from "../../click-log.ts";
import type { Chunk } from "./chunk.ts";
import type { Fetcher } from "./fetcher.ts";
import { endsEarly, firstAfterGap } from "./log-gap.ts";

/** Reads one partition, and keeps what a fetch gave beyond what was asked for. */
export type PartitionReader = {
  /** @throws {ClickError} `LOG_GAP`. Whatever the library throws. */
  read(read: LogRead): Promise<LogBatch | undefined>;
  /** When the record at or after this offset came into the log; undefined where there is none. */
  timeAt(offset: number, signal: AbortSignal): Promise<number | undefined>;
};

/** Undefined where nothing stands at this offset yet; `gone` where the log begins later, or ended before. */
type ChunkAt = (offset: number, signal: AbortSignal) => Promise<Chunk | "gone" | undefined>;

export function createPartitionReader(fetcher: Fetcher, partition: number): PartitionReader {
  const chunkAt = chunksOf(fetcher, partition);
  return {
    async read(read) {
      const { after, upTo = Infinity } = read;
      const batch = await readOn(chunkAt, read, after);
      if (batch !== "gone") return batch;
      const ends = (await fetcher.ends([partition])).get(partition);
      if (ends === undefined) throw new ClickError("LOG_UNAVAILABLE", "The partition is not there.");
      const first = firstAfterGap(read, ends);
      // What is missing is a batch of its own, so that whoever is told of it can tell how much it was.
      if (read.upTo === undefined || upTo <= first) {
        return { partition: read.partition, from: after, to: Math.min(first, upTo), records: [] };
      }
      const rest = await readOn(chunkAt, read, first);
      // It goes on losing; the next read finds out.
      return rest === "gone" ? undefined : rest;
    },
    async timeAt(offset, signal) {
      const chunk = await chunkAt(offset, signal);
      return chunk === "gone" ? undefined : chunk?.records.find((record) => record.offset >= offset)?.at;
    },
  };
}

function chunksOf(fetcher: Fetcher, partition: number): ChunkAt {
  let kept: Chunk | undefined;
  return async (offset, signal) => {
    if (kept !== undefined && kept.from <= offset && offset < kept.to) return kept;
    kept = undefined;
    const chunk = await fetcher.fetch(partition, offset, signal);
    if (chunk === undefined) return "gone";
    if (chunk.to > offset) kept = chunk;
    return kept;
  };
}

async function readOn(chunkAt: ChunkAt, read: LogRead, first: number): Promise<LogBatch | "gone" | undefined> {
  const { partition, after, upTo, signal } = read;
  const records: string[] = [];
  let to = first;
  while (upTo === undefined ? records.length === 0 : to < upTo) {
    const chunk = await chunkAt(to, signal);
    if (chunk === "gone") return "gone";
    if (chunk === undefined) break;
    const taken = takeOf(chunk, to, read);
    for (const value of taken.values) records.push(value);
    to = taken.to;
  }
  if (upTo !== undefined && to < upTo) throw endsEarly(read, to);
  return to === after ? undefined : { partition, from: after, to, records };
}

function takeOf(chunk: Chunk, from: number, { upTo, maxRecords }: LogRead) {
  const end = Math.min(chunk.to, upTo ?? Infinity);
  const all = chunk.records.filter(({ offset }) => offset >= from && offset < end);
  const taken = upTo === undefined ? all.slice(0, maxRecords) : all;
  const last = taken.at(-1);
  const to = taken.length === all.length || last === undefined ? end : last.offset + 1;
  return { values: taken.map(({ value }) => value), to };
}
