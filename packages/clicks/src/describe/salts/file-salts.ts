import type { DailySalts, SaltOptions } from "./daily-salts.ts";
import { createMemorySalts } from "./memory-salts.ts";
import { createSaltFiles, type SaltFilesOptions } from "./salt-files.ts";
import { createSharedSalts, type SharedSaltOptions } from "./shared-salts.ts";

export type FileSaltOptions = SaltOptions &
  Omit<SaltFilesOptions, "now"> &
  /** Alone is a process that has its salt in memory only. */
  Pick<SharedSaltOptions, "onFault" | "onAlone" | "patienceMs">;

/**
 * Keeps each day's salt in a file, so that processes of one service have the same and a new start in the course of a day
 * forgets nobody. Files of days that are over are removed: now, and again and again.
 *
 * Any number of processes may open one folder at once. Nobody waits for the disk: where it fails or does not answer for
 * `patienceMs`, the process has a salt of its own in memory until the day is over.
 */
export function openFileSalts(options: FileSaltOptions): DailySalts {
  return createSharedSalts({
    ...options,
    store: createSaltFiles(options),
    openOwn: () => createMemorySalts(options),
  });
}
