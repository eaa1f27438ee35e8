import type { DatabaseFiles } from "./database-files.ts";
import type { WriterData } from "./thread-data.ts";
import type { ThreadOptions } from "./thread.ts";

export type WriterThreadOptions = {
  /** How long a change waits for another process that writes, before `STORE_LOCKED`. Default: 2,000. */
  readonly lockTimeoutMs?: number;
  /** A thread that is silent for as long is ended. Default: 10,000. */
  readonly deadlineMs?: number;
  /** The file does not grow above this: changes are refused as `STORE_FULL`. Default: no limit but the disk's. */
  readonly maxFileBytes?: number;
};

/** What the writer thread of these files is started with. */
export function writerThreadOptions(files: DatabaseFiles, options: WriterThreadOptions): ThreadOptions {
  const { lockTimeoutMs = 2_000, deadlineMs = 10_000, maxFileBytes } = options;
  const workerData: WriterData = { files, lockTimeoutMs, maxFileBytes };
  const entry = new URL("./writer-thread.ts", import.meta.url);
  return { entry, workerData, maxHeapMb: 64, deadlineMs, lossCode: "STORE_OUTCOME_UNKNOWN" };
}
