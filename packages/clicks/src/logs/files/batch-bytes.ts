import { setImmediate as nextTurn } from "node:timers/promises";
import type { Click } from "../../click.ts";
import { formatClick } from "../../format-click.ts";

const lineEnd = 0x0a;

/**
 * The end of a batch: an empty line. What stands behind the last one is a batch that was cut off and was never taken over,
 * so a batch is read as a whole or not at all.
 */
const batchEnd = "\n\n";

/** Each takes a microsecond or two; others have their turn after so many. */
const clicksPerTurn = 250;

/** A batch as it stands in a segment: one line of JSON for each click, then an empty line. */
export async function formatBatch(clicks: readonly Click[]): Promise<Buffer> {
  const lines: string[] = [];
  for (const click of clicks) {
    if (lines.length > 0 && lines.length % clicksPerTurn === 0) await nextTurn();
    lines.push(formatClick(click));
  }
  return Buffer.from(`${lines.join("\n")}${batchEnd}`);
}

/** The byte after the last whole batch; 0 where there is none. */
export function endOfBatches(bytes: Buffer): number {
  const at = bytes.lastIndexOf(batchEnd);
  return at === -1 ? 0 : at + batchEnd.length;
}

export type Lines = {
  readonly records: readonly string[];
  /** The byte after the last record, and after the end of its batch where it is the last of one. */
  readonly bytes: number;
};

/** Cuts whole batches into their records, at most so many. */
export function cutLines(bytes: Buffer, maxRecords: number): Lines {
  const records: string[] = [];
  let from = 0;
  while (from < bytes.length && (records.length < maxRecords || bytes[from] === lineEnd)) {
    const to = bytes.indexOf(lineEnd, from);
    if (to === -1) break;
    if (to > from) records.push(bytes.toString("utf8", from, to));
    from = to + 1;
  }
  return { records, bytes: from };
}
