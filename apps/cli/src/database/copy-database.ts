import type { LinkKey, StoreContents, StoreCounts } from "@narrows/links";
import type { PostgresFiller } from "@narrows/links/postgres";
import { CliError } from "../cli-error.ts";

export type CopyOptions = {
  /** Copy beside what the target holds already. */
  readonly isMerge: boolean;
  /** When the copy begins, in milliseconds since 1970: answers whose time is over by then are left, wherever they are. */
  readonly now: number;
  /** Told how many of how many links were looked at, batch by batch. */
  readonly onProgress: (done: number, all: number) => void;
  readonly signal: AbortSignal;
};

export type CopiedTable = { readonly table: keyof StoreCounts; readonly source: number; readonly target: number };

export type CopyResult = {
  readonly written: number;
  /** Links whose codes lead elsewhere in the target, where they stay as they are; the first of them by name. */
  readonly refused: number;
  readonly firstRefused: readonly string[];
  readonly tables: readonly CopiedTable[];
  /** Tables that do not hold what they should. */
  readonly wrong: readonly CopiedTable[];
};

const linksPerBatch = 1_000;
const shownRefused = 5;

/**
 * Copies everything from one store into another, which may be done again at any time: what is there already is compared
 * and left alone, so a copy that was interrupted goes on, and what changed since is brought along.
 *
 * @throws {CliError} `COPY_TARGET_USED`
 */
export async function copyDatabase(
  source: StoreContents,
  target: PostgresFiller,
  { isMerge, now, onProgress, signal }: CopyOptions,
): Promise<CopyResult> {
  if (!isMerge) await requireUnused(source, target);
  const expected = source.counts(now);
  if (source.identity !== undefined) await target.noteCopied(source.identity);
  await target.owners(source.owners());
  let written = 0;
  let done = 0;
  let refused = 0;
  const firstRefused: string[] = [];
  for (const batch of source.links(linksPerBatch)) {
    signal.throwIfAborted();
    const result = await target.links(batch);
    written += result.written;
    refused += result.refused.length;
    firstRefused.push(...result.refused.slice(0, shownRefused - firstRefused.length).map(nameOf));
    done += batch.length;
    onProgress(done, expected.links);
  }
  for (const key of source.keys()) {
    signal.throwIfAborted();
    await target.key(key);
  }
  for (const batch of source.answers(linksPerBatch, now)) {
    signal.throwIfAborted();
    await target.answers(batch, now);
  }
  // Last: whoever runs on the target forgets what it remembers of before, where anything of it is wrong now.
  await target.counters(source, expected.sequence, written);
  const tables = compare(expected, await target.counts(now));
  const wrong = tables.filter((table) => !isRight(table, isMerge));
  return { written, refused, firstRefused, tables, wrong };
}

function nameOf({ domain, code }: LinkKey): string {
  return domain === "" ? code : `${domain}/${code}`;
}

/** Another copy of the same source may go on; whatever else is there would be mixed with it for good. */
async function requireUnused(source: StoreContents, target: PostgresFiller): Promise<void> {
  const { hasLinks, isServed, copied } = await target.use();
  if (!hasLinks) return;
  const isOurs = copied !== undefined && source.identity !== undefined && Buffer.compare(copied, source.identity) === 0;
  if (isOurs && !isServed) return;
  throw new CliError(isOurs ? "COPY_TARGET_SERVED" : "COPY_TARGET_USED");
}

function compare(source: StoreCounts, target: StoreCounts): readonly CopiedTable[] {
  const tables = Object.keys(source) as (keyof StoreCounts)[];
  return tables.map((table) => ({ table, source: source[table], target: target[table] }));
}

/** These go on from the higher of both, where nobody can be told from it. */
const rising: readonly string[] = ["sequence", "epochs"] satisfies (keyof StoreCounts)[];

function isRight({ table, source, target }: CopiedTable, isMerge: boolean): boolean {
  return isMerge || rising.includes(table) ? target >= source : target === source;
}
