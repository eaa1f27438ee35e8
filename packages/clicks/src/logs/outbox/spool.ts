import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { askAndWait, type AskDisk } from "./ask-disk.ts";
import type { OutboxRow } from "./outbox-row.ts";
import { createSpoolFile, type SpoolFile } from "./spool-file.ts";
import { encodeFrame } from "./spool-frame.ts";
import {
  drainWaitingFile,
  emptyFile,
  FileFault,
  findWaitingFiles,
  nameOf,
  oldestIn,
  recordsIn,
  type TakeRows,
  type WaitingFile,
} from "./waiting-file.ts";

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
  readonly monotonicMs: () => number;
  /** So long a file is left alone that could not be read or removed. */
  readonly faultPauseMs: number;
  /** Asks for what is there already. Default: waits for as long as it takes. */
  readonly ask?: AskDisk;
  /** Told of a file that is spoiled, gone, passed over, or left alone for a while. Must not throw. */
  readonly onFault: (error: unknown) => void;
};

export type SpoolStats = {
  readonly records: number;
  /** The instant of the oldest click, in milliseconds since 1970, as near as a file and 64 rows tell; undefined: none. */
  readonly oldestAt: number | undefined;
  readonly bytes: number;
  /** Bytes at the end of a file that a crash cut off in the middle of a write, which was never answered. */
  readonly tornBytes: number;
  /** Records that were answered and cannot be read any more; a file that is there is kept as `….spool.broken`. */
  readonly brokenRecords: number;
};

/** Rows that are safe on the local disk, in files, in their order. */
export interface Spool {
  /** Resolves once the rows are on the disk. @throws {Error} when they are not; then nothing of them is kept. */
  append(rows: readonly OutboxRow[]): Promise<void>;
  /**
   * Hands the rows out, the oldest first, some at a time and again until `take` has resolved for them; then they are gone
   * for good. A crash in between gives them once more. A file with a fault holds none of the others up.
   *
   * @param take Throws to stop; what it throws is thrown.
   */
  drain(take: TakeRows): Promise<void>;
  stats(): SpoolStats;
  close(): Promise<void>;
}

/** Makes the folder where there is none, and finds what an earlier process left there. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { folder, maxBytes, takenBytes = () => 0, fileBytes = 4 * 1_048_576 } = options;
  const { rowsAtOnce = 64, ask = askAndWait, onFault } = options;
  await ask(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  const { files, tornBytes } = await findWaitingFiles(folder, ask, onFault);
  const last = createLastFile(folder, files);
  let brokenRecords = 0;
  let isClosed = false;
  const inTurn = createTurns();
  const bytes = () => files.reduce((sum, file) => sum + file.bytes, 0);
  return {
    append: (rows) =>
      inTurn(async () => {
        if (isClosed) throw new Error("the spool is closed");
        const added = Buffer.concat(rows.map(encodeFrame));
        if (takenBytes() + bytes() + added.length > maxBytes) throw new Error("the spool is full");
        const before = last.file();
        if (before !== undefined && (before.bytes >= fileBytes || before.file.isBroken)) await last.seal();
        const to = last.file() ?? (await last.begin());
        await to.file.append(added);
        countAdded(to, added.length, rows);
      }),
    drain: (take) =>
      drainFiles(files, {
        ...options,
        rowsAtOnce,
        ask,
        take,
        before: (file) => inTurn(async () => (file === last.file() ? last.seal() : undefined)),
        onBroken: (records) => void (brokenRecords += records),
      }),
    stats: () => ({ records: recordsIn(files), oldestAt: oldestOf(files), bytes: bytes(), tornBytes, brokenRecords }),
    close: () =>
      inTurn(async () => {
        // In its turn: an append behind it must not make a file in a folder that is being removed.
        isClosed = true;
        await last.seal();
      }),
  };
}

type LastFile = WaitingFile & { readonly file: SpoolFile };

/** The file that rows are added to. */
function createLastFile(folder: string, files: WaitingFile[]) {
  let nextNumber = (files.at(-1)?.number ?? 0) + 1;
  let current: LastFile | undefined;
  return {
    file: (): LastFile | undefined => current,
    /** Before it is read or removed: nothing is added to a file that is being drained. */
    async seal(): Promise<void> {
      const ended = current;
      current = undefined;
      await ended?.file.close();
    },
    async begin(): Promise<LastFile> {
      const number = nextNumber;
      nextNumber += 1;
      const path = join(folder, nameOf(number));
      current = { ...emptyFile, number, path, file: await createSpoolFile(path) };
      files.push(current);
      return current;
    },
  };
}

function countAdded(file: WaitingFile, bytes: number, rows: readonly OutboxRow[]): void {
  file.bytes += bytes;
  file.records += recordsIn(rows);
  file.oldestAt = Math.min(file.oldestAt, oldestIn(rows));
}

function oldestOf(files: readonly WaitingFile[]): number | undefined {
  const oldest = oldestIn(files.filter(({ records }) => records > 0));
  return oldest === Number.POSITIVE_INFINITY ? undefined : oldest;
}

type Draining = Required<Pick<SpoolOptions, "rowsAtOnce" | "ask" | "monotonicMs" | "faultPauseMs" | "onFault">> & {
  readonly take: TakeRows;
  readonly before: (file: WaitingFile) => Promise<void>;
  readonly onBroken: (records: number) => void;
};

/** Also those that are added meanwhile. */
async function drainFiles(files: WaitingFile[], options: Draining): Promise<void> {
  const { monotonicMs, faultPauseMs, onFault, before, onBroken } = options;
  const isDue = ({ faultAt }: WaitingFile) => monotonicMs() - faultAt >= faultPauseMs;
  for (let file = files.find(isDue); file !== undefined; file = files.find(isDue)) {
    await before(file);
    try {
      await drainWaitingFile(file, options);
      files.splice(files.indexOf(file), 1);
      if (file.records === 0) continue;
      onBroken(file.records);
      onFault(new Error(`${file.path} had ${file.records} records that cannot be read.`));
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      file.faultAt = monotonicMs();
      onFault(error.cause);
    }
  }
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
