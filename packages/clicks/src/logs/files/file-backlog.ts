import { join } from "node:path";
import type { Backlog } from "../../click-log.ts";
import type { FileCalls } from "../../file-calls.ts";
import { cutLines, endOfBatches, type Lines } from "./batch-bytes.ts";
import { isMissing, type LogFiles } from "./log-files.ts";
import { listPartitions, listSegments, type Segment } from "./segment-names.ts";

/** The subject of calls that are of no partition. */
export const wholeLog = "";

/** Records in so many bytes are counted; how many the others are is reckoned from them. */
const sampleBytes = 256 * 1024;

const noBacklog: Backlog = { records: 0, oldestAt: undefined };

/**
 * Tells how much is not stored yet. Exact while it is little, then reckoned from its bytes; of a partition that does not
 * answer, what was known before.
 */
export function createFileBacklog(files: LogFiles, root: string, calls: FileCalls) {
  let known: ReadonlyMap<string, Backlog> = new Map();

  /** @param released What is stored in each partition; of one that is not named, nothing is. */
  return async (released: ReadonlyMap<string, number>): Promise<Backlog> => {
    const found = new Map<string, Backlog>();
    for (const partition of await calls.run(wholeLog, () => listPartitions(files, root))) {
      const ask = () => backlogIn(files, join(root, partition), released.get(partition) ?? 0);
      const last = known.get(partition) ?? noBacklog;
      found.set(partition, calls.isHung(partition) ? last : await calls.run(partition, ask));
    }
    known = found;
    return sumOf([...found.values()]);
  };
}

function sumOf(backlogs: readonly Backlog[]): Backlog {
  const oldest = backlogs.flatMap(({ oldestAt }) => oldestAt ?? []);
  return {
    records: backlogs.reduce((sum, { records }) => sum + records, 0),
    oldestAt: oldest.length === 0 ? undefined : Math.min(...oldest),
  };
}

async function backlogIn(files: LogFiles, folder: string, position: number): Promise<Backlog> {
  const parts = await unstoredParts(files, await listSegments(files, folder), position);
  for (const [index, part] of parts.entries()) {
    const sample = await readSample(files, part);
    const [first] = sample.records;
    if (first === undefined) continue;
    const bytes = parts.slice(index).reduce((sum, { size, offset }) => sum + size - offset, 0);
    const oldestAt = instantOf(first) ?? part.changedAt;
    return { records: Math.round((bytes / sample.bytes) * sample.records.length), oldestAt };
  }
  return noBacklog;
}

/** What of a segment is not stored. */
type UnstoredPart = {
  readonly path: string;
  readonly offset: number;
  readonly size: number;
  readonly changedAt: number;
};

/** What is no longer there is stored, or another would not have removed it. */
async function unlessMissing<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

async function unstoredParts(files: LogFiles, segments: readonly Segment[], position: number) {
  const parts: UnstoredPart[] = [];
  for (const { path, startsAt } of segments) {
    const { size, mtimeMs } = await unlessMissing<{ readonly size: number; readonly mtimeMs: number }>(
      files.stat(path),
      { size: 0, mtimeMs: 0 },
    );
    const offset = Math.max(0, position - startsAt);
    if (offset < size) parts.push({ path, offset, size, changedAt: mtimeMs });
  }
  return parts;
}

const readSample = (files: LogFiles, part: UnstoredPart): Promise<Lines> =>
  unlessMissing(readFirst(files, part), { records: [], bytes: 0 });

async function readFirst(files: LogFiles, { path, offset }: UnstoredPart): Promise<Lines> {
  const handle = await files.open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, offset);
    return cutLines(wholeLines(buffer.subarray(0, bytesRead)), Number.POSITIVE_INFINITY);
  } finally {
    await handle.close();
  }
}

/** A batch that is larger than the sample ends behind it. */
function wholeLines(bytes: Buffer): Buffer {
  return bytes.length < sampleBytes ? bytes.subarray(0, endOfBatches(bytes)) : bytes;
}

function instantOf(record: string): number | undefined {
  try {
    const { at } = JSON.parse(record) as { readonly at?: unknown };
    return typeof at === "number" ? at : undefined;
  } catch {
    return undefined;
  }
}
