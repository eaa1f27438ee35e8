import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AskDisk } from "./ask-disk.ts";
import type { OutboxRow } from "./outbox-row.ts";
import { readRegular } from "./read-regular.ts";
import { readFrames, type Frame } from "./spool-frame.ts";

export type TakeRows = (rows: readonly OutboxRow[]) => Promise<void>;

/** A file of the spool that is not drained yet. */
export type WaitingFile = {
  readonly number: number;
  readonly path: string;
  bytes: number;
  records: number;
  oldestAt: number;
  drainedTo: number;
  /** When it was left alone last, by a clock that only goes on. */
  faultAt: number;
};

export const emptyFile = {
  bytes: 0,
  records: 0,
  oldestAt: Number.POSITIVE_INFINITY,
  drainedTo: 0,
  faultAt: Number.NEGATIVE_INFINITY,
} as const;

const fileForm = /^\d{10}\.spool$/;

export function nameOf(number: number): string {
  return `${String(number).padStart(10, "0")}.spool`;
}

/** In the file itself, not in what is to take its rows; the cause tells more. */
export class FileFault extends Error {
  constructor(cause: unknown) {
    super("a file of the spool", { cause });
  }
}

export type DrainOptions = { readonly rowsAtOnce: number; readonly take: TakeRows; readonly ask: AskDisk };

/** Takes what can be read; the records that are left in it then cannot be, and it is kept if it is there. */
export async function drainWaitingFile(file: WaitingFile, options: DrainOptions): Promise<void> {
  const { rowsAtOnce, take, ask } = options;
  const { path } = file;
  const frames = await onDisk(ask(path, () => framesFrom(file)));
  for (let start = 0; start < frames.length; start += rowsAtOnce) {
    const next = frames.slice(start, start + rowsAtOnce);
    const rows = next.map(({ row }) => row);
    file.oldestAt = oldestIn(rows);
    await take(rows);
    file.drainedTo = next.at(-1)?.endsAt ?? file.drainedTo;
    file.records -= recordsIn(rows);
  }
  if (file.records > 0) await onDisk(ask(path, () => rename(path, `${path}.broken`).catch(unlessGone)));
  else await onDisk(ask(path, () => rm(path, { force: true })));
}

async function framesFrom({ path, bytes, drainedTo }: WaitingFile): Promise<readonly Frame[]> {
  const content = (await readRegular(path).catch(unlessGone)) ?? Buffer.alloc(0);
  return readFrames(content.subarray(0, bytes)).whole.filter(({ endsAt }) => endsAt > drainedTo);
}

function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw new FileFault(error);
  });
}

/** What somebody has removed does not come back. */
export function unlessGone(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

/** Passes over a file that cannot be read or has no answer, and tells of it. */
export async function findWaitingFiles(
  folder: string,
  ask: AskDisk,
  onFault: (error: unknown) => void,
): Promise<{ readonly files: WaitingFile[]; readonly tornBytes: number }> {
  const names = (await ask(folder, () => readdir(folder))).filter((name) => fileForm.test(name)).toSorted();
  const files: WaitingFile[] = [];
  let torn = 0;
  for (const name of names) {
    const path = join(folder, name);
    const content = await ask(path, () => readRegular(path).catch(unlessGone)).catch(onFault);
    if (content === undefined) continue;
    const { whole, spoiledRecords, tornBytes } = readFrames(content);
    torn += tornBytes;
    const rows = whole.map(({ row }) => row);
    const records = recordsIn(rows) + spoiledRecords;
    const bytes = content.length - tornBytes;
    files.push({ ...emptyFile, number: Number(name.slice(0, 10)), path, bytes, records, oldestAt: oldestIn(rows) });
  }
  return { files, tornBytes: torn };
}

export function recordsIn(parts: readonly { readonly records: number }[]): number {
  return parts.reduce((sum, { records }) => sum + records, 0);
}

export function oldestIn(parts: readonly { readonly oldestAt: number }[]): number {
  return parts.reduce((oldest, { oldestAt }) => Math.min(oldest, oldestAt), Number.POSITIVE_INFINITY);
}
