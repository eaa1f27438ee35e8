import { ClickError } from "../../click-error.ts";
import type { LogBatch, LogRead } from "../../click-log.ts";
import type { Lines } from "./batch-bytes.ts";
import { isMissing, type LogFiles } from "./log-files.ts";
import { listSegments, type Segment } from "./segment-names.ts";
import { readRange, readSegment } from "./segment-reader.ts";
import type { CountTorn } from "./torn-count.ts";

/** Files may be removed or renamed by another reader between the look into the folder and the reading. */
const tries = 3;

/** Reads on in a partition's folder, from one segment; what was read before, from as many as it was joined of. */
export async function readPartition(
  files: LogFiles,
  folder: string,
  read: LogRead,
  countTorn: CountTorn,
): Promise<LogBatch | undefined> {
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      const { upTo } = read;
      if (upTo !== undefined) return await readAgain(files, folder, { ...read, upTo });
      return await readOn(files, folder, read, countTorn);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new ClickError("LOG_GAP", "Files are removed while they are read.");
}

async function readOn(
  files: LogFiles,
  folder: string,
  read: LogRead,
  countTorn: CountTorn,
): Promise<LogBatch | undefined> {
  const segments = segmentsAfter(await listSegments(files, folder), read.after);
  for (const [index, segment] of segments.entries()) {
    if (read.signal.aborted) return undefined;
    requireAllBefore(segment, read);
    const offset = Math.max(0, read.after - segment.startsAt);
    const lines = await readSegment(files, { path: segment.path, offset, maxRecords: read.maxRecords });
    if (lines.records.length > 0) return batchOf(read, segment.startsAt + offset + lines.bytes, lines);
    if (index < segments.length - 1) countTorn(read.partition, segment.startsAt, lines.size - offset);
  }
  return emptyGap(read, segments.at(-1));
}

/** The segment in which the position is, and those behind it. */
function segmentsAfter(segments: readonly Segment[], after: number): readonly Segment[] {
  return segments.slice(
    Math.max(
      0,
      segments.findLastIndex(({ startsAt }) => startsAt <= after),
    ),
  );
}

/** Files may have been removed or cut by hand, or by the file system after a power failure. */
function requireAllBefore({ follows }: Segment, { after, acrossGap }: LogRead): void {
  if (follows > after && acrossGap !== true) throw new ClickError("LOG_GAP", "A part of the files is missing.");
}

/** Behind what is missing nothing has come yet: a batch without records, so that what is missing is told once. */
function emptyGap(read: LogRead, last: Segment | undefined): LogBatch | undefined {
  if (last === undefined || last.follows <= read.after) return undefined;
  return batchOf(read, last.startsAt, { records: [] });
}

/** Passes from one segment to the next as the first reading did. */
async function readAgain(files: LogFiles, folder: string, read: RangeRead): Promise<LogBatch> {
  const segments = segmentsAfter(await listSegments(files, folder), read.after);
  const records: string[] = [];
  let at = read.after;
  for (const [index, segment] of segments.entries()) {
    const nextStart = segments[index + 1]?.startsAt ?? Number.POSITIVE_INFINITY;
    if (Math.max(at, segment.startsAt) >= read.upTo || nextStart <= at) continue;
    requireAllBefore(segment, { ...read, after: at });
    const offset = Math.max(0, at - segment.startsAt);
    const range = { path: segment.path, from: offset, to: read.upTo - segment.startsAt };
    const lines = await readRange(files, { ...range, isWhole: nextStart < read.upTo });
    for (const record of lines.records) records.push(record);
    at = segment.startsAt + offset + lines.bytes;
  }
  if (at < read.upTo && read.acrossGap !== true) {
    throw new ClickError("LOG_GAP", "A part of what was read before is missing.");
  }
  return batchOf(read, read.upTo, { records });
}

type RangeRead = LogRead & { readonly upTo: number };

const batchOf = ({ partition, after }: LogRead, to: number, { records }: Pick<Lines, "records">): LogBatch => ({
  partition,
  from: after,
  to,
  records,
});
