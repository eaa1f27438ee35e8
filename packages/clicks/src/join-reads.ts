import type { LogBatch, LogRead } from "./click-log.ts";

/** A batch that has so many characters takes no more: a writer holds a few times as much of it. */
const enoughCharacters = 32 * 1024 * 1024;

/** What begins with fewer is no backlog, and is not worth another read. */
const fewRecords = 250;

/**
 * Reads on until a batch has `maxRecords`, so that its size is what the store wants, and not what a log gives at once.
 *
 * What was read before, and what follows a gap, stays one piece.
 *
 * @returns Undefined, too, when the signal comes between two pieces: nothing is stored of what was read.
 */
export async function joinReads(
  read: LogRead,
  readPiece: (read: LogRead) => Promise<LogBatch | undefined>,
): Promise<LogBatch | undefined> {
  const first = await readPiece(read);
  if (first === undefined || read.upTo !== undefined || read.acrossGap === true) return first;
  const records = [...first.records];
  let { to } = first;
  let characters = lengthOf(first);
  while (records.length >= fewRecords && records.length < read.maxRecords && characters < enoughCharacters) {
    if (read.signal.aborted) return undefined;
    // Whatever hinders it is told to who begins to read there.
    const rest = { ...read, after: to, maxRecords: read.maxRecords - records.length };
    const piece = await readPiece(rest).catch(() => undefined);
    if (piece === undefined) break;
    for (const record of piece.records) records.push(record);
    characters += lengthOf(piece);
    ({ to } = piece);
  }
  return { ...first, to, records };
}

const lengthOf = ({ records }: LogBatch): number => records.reduce((sum, { length }) => sum + length, 0);
