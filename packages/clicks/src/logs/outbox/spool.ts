import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { OutboxRow } from "./outbox-row.ts";
import { createSpoolFile, type SpoolFile } from "./spool-file.ts";
import { encodeFrame, framesOf } from "./spool-frame.ts";

export type SpoolOptions = {
  /** Of this process alone. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Bytes elsewhere that count as if they were here. Default: none. */
  readonly takenBytes?: () => number;
  /** A file that is as long is ended. Default: 4 MiB. */
  readonly fileBytes?: number;
  /** Rows that are handed out together, at most. Default: 64. */
  readonly rowsAtOnce?: number;
};

export type SpoolStats = {
  readonly records: number;
  /** The instant of the oldest click, in milliseconds since 1970, as near as a file and 64 rows tell; undefined: none. */
  readonly oldestAt: number | undefined;
  readonly bytes: number;
  /** Bytes after the last whole frame of a file: what a crash cut off, which was never answered. */
  readonly tornBytes: number;
  /** Records that were answered and cannot be read any more; their file is kept, with `.broken` behind its name. */
  readonly brokenRecords: number;
};

export type TakeRows = (rows: readonly OutboxRow[]) => Promise<void>;

/** Rows that are safe on the local disk, in files, in their order. */
export interface Spool {
  /** Resolves once the rows are on the disk. @throws {Error} when they are not; then nothing of them is kept. */
  append(rows: readonly OutboxRow[]): Promise<void>;
  /**
   * Hands the rows out, the oldest first, some at a time and again until `take` has resolved for them; then they are gone
   * for good. A crash in between gives them once more.
   *
   * @param take Throws to stop; what it throws is thrown.
   */
  drain(take: TakeRows): Promise<void>;
  stats(): SpoolStats;
  close(): Promise<void>;
}

type Waiting = { readonly path: string; bytes: number; records: number; oldestAt: number; drainedTo: number };

const fileForm = /^(\d{10})\.spool$/;

/** Makes the folder where there is none, and finds what an earlier process left there. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { folder, maxBytes, takenBytes = () => 0, fileBytes = 4 * 1_048_576, rowsAtOnce = 64 } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { files, tornBytes } = await findFiles(folder);
  let nextNumber = Number(fileForm.exec(files.at(-1)?.path.slice(-16) ?? "")?.[1] ?? 0) + 1;
  let current: (Waiting & { readonly file: SpoolFile }) | undefined;
  let brokenRecords = 0;
  const inTurn = createTurns();

  const bytes = () => files.reduce((sum, file) => sum + file.bytes, 0);
  /** Before it is read or removed: nothing is added to a file that is being drained. */
  const seal = async () => {
    const ended = current;
    current = undefined;
    await ended?.file.close();
  };
  const begin = async () => {
    const path = join(folder, `${String(nextNumber).padStart(10, "0")}.spool`);
    nextNumber += 1;
    const file = await createSpoolFile(path);
    current = { path, bytes: 0, ...nothing, drainedTo: 0, file };
    files.push(current);
    return current;
  };

  return {
    append: (rows) =>
      inTurn(async () => {
        const added = Buffer.concat(rows.map(encodeFrame));
        if (takenBytes() + bytes() + added.length > maxBytes) throw new Error("the spool is full");
        if (current !== undefined && (current.bytes >= fileBytes || current.file.isBroken)) await seal();
        const to = current ?? (await begin());
        await to.file.append(added);
        to.bytes += added.length;
        to.records += recordsIn(rows);
        to.oldestAt = Math.min(to.oldestAt, oldestIn(rows));
      }),
    async drain(take) {
      for (let file = files[0]; file !== undefined; file = files[0]) {
        const isCurrent = file === current;
        await inTurn(async () => (isCurrent ? seal() : undefined));
        brokenRecords += await drainFile(file, rowsAtOnce, take);
        files.shift();
      }
    },
    stats: () => ({ records: recordsIn(files), oldestAt: oldestOf(files), bytes: bytes(), tornBytes, brokenRecords }),
    close: () => inTurn(seal),
  };
}

function recordsIn(parts: readonly { readonly records: number }[]): number {
  return parts.reduce((sum, { records }) => sum + records, 0);
}

/** Of what holds no row. */
const nothing = { records: 0, oldestAt: Number.POSITIVE_INFINITY };

function oldestIn(parts: readonly { readonly oldestAt: number }[]): number {
  return parts.reduce((oldest, { oldestAt }) => Math.min(oldest, oldestAt), nothing.oldestAt);
}

function oldestOf(files: readonly Waiting[]): number | undefined {
  const oldest = oldestIn(files.filter(({ records }) => records > 0));
  return oldest === nothing.oldestAt ? undefined : oldest;
}

/** Does one thing after the other, whatever becomes of them. */
function createTurns(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** @returns Records that could not be read: what is left of the file is kept then. */
async function drainFile(file: Waiting, rowsAtOnce: number, take: TakeRows): Promise<number> {
  const whole = await readFile(file.path);
  for (;;) {
    const next = framesOf(whole.subarray(0, file.bytes), file.drainedTo, rowsAtOnce);
    const last = next.at(-1);
    if (last === undefined) break;
    const rows = next.map(({ row }) => row);
    file.oldestAt = oldestIn(rows);
    await take(rows);
    file.drainedTo = last.endsAt;
    file.records -= recordsIn(rows);
  }
  if (file.records > 0) await rename(file.path, `${file.path}.broken`);
  else await rm(file.path, { force: true });
  return file.records;
}

async function findFiles(folder: string): Promise<{ readonly files: Waiting[]; readonly tornBytes: number }> {
  const names = (await readdir(folder)).filter((name) => fileForm.test(name)).sort();
  const files: Waiting[] = [];
  let tornBytes = 0;
  for (const name of names) {
    const path = join(folder, name);
    const whole = await readFile(path);
    const frames = framesOf(whole, 0);
    const bytes = frames.at(-1)?.endsAt ?? 0;
    tornBytes += whole.length - bytes;
    const rows = frames.map(({ row }) => row);
    files.push({ path, bytes, records: recordsIn(rows), oldestAt: oldestIn(rows), drainedTo: 0 });
  }
  return { files, tornBytes };
}
