import { access } from "node:fs/promises";
import { endOfLog, type ClickStore } from "@narrows/clicks";
import type { FileSourceOptions } from "@narrows/clicks/files";
import type { Logger } from "@narrows/service";
import { clickDatabasePath, clickFolders } from "./click-folders.ts";
import type { ClickConfig } from "./click-settings.ts";
import { createLate, type Late } from "./late.ts";
import { sightOf } from "./see-click-log.ts";

export type LostLogsOptions = {
  readonly config: ClickConfig;
  readonly store: Late<Pick<ClickStore, "partitions" | "complete">>;
  readonly log: Logger;
  readonly now: () => number;
  /** For tests. */
  readonly disk?: Pick<FileSourceOptions, "files" | "hungMs">;
};

/**
 * Makes a function that has reports wait no longer for logs that cannot come back: files of this node that the store knows and
 * that are gone, as after a restore of the store. Only where the store is in `DATA_DIR` too: another one also counts what
 * other nodes have. Positions stay, so that files that are put back after all are counted from there.
 *
 * It throws `STORE_UNAVAILABLE` and `LOG_UNAVAILABLE`, and is to be called again then: however often, a disk that does not
 * answer holds one call of it.
 */
export function createEndLostLogs({ config, store, log, now, disk }: LostLogsOptions): () => Promise<void> {
  const { clickhouseUrl, databaseUrl, dataDir } = config;
  const disks = createLate(() => openDisk(dataDir, { now, ...disk }));
  return async () => {
    if (clickhouseUrl !== undefined || databaseUrl !== undefined) return;
    const { hasStore, partitionsHere } = await disks.get();
    // A file is not made to look into it.
    if (!(await hasStore())) return;
    const opened = await store.get();
    // In this order: a process makes its files before the store hears of them.
    const waitedFor = (await opened.partitions()).filter(({ completeAt }) => completeAt !== endOfLog);
    const isHere = sightOf(await partitionsHere(), config);
    const partitions = waitedFor.map(({ partition }) => partition).filter((partition) => isHere(partition) === false);
    for (const partition of partitions) await opened.complete(partition, endOfLog);
    if (partitions.length > 0) log.warn({ partitions }, lost);
  };
}

const lost =
  "The files of these clicks are gone, and reports wait for them no longer. After a restore, what was counted since the copy is lost.";

/** Kept from call to call, for what has no answer is known by it. */
async function openDisk(dataDir: string, options: Omit<FileSourceOptions, "folder">) {
  const { FileCalls, openFileSource } = await import("@narrows/clicks/files");
  const path = clickDatabasePath(dataDir);
  const calls = new FileCalls(options.hungMs);
  const source = openFileSource({ ...options, folder: clickFolders(dataDir).log });
  const isThere = (): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  return { hasStore: () => calls.run(path, isThere), partitionsHere: source.partitions };
}
