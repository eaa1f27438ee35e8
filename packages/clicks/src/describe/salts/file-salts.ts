import { mkdirSync } from "node:fs";
import { isLiveDay, saltBytes, type DailySalts, type SaltOptions } from "./daily-salts.ts";
import { createLiveSalts } from "./live-salts.ts";
import { removeOldSalts } from "./old-salts.ts";
import { obtainSaltFile } from "./salt-files.ts";

/** After a fault the next click of this time comes without a visitor, rather than each asking the disk. */
const retryAfterMs = 1_000;

export type FileSaltOptions = SaltOptions & {
  /** Made when it is not there. Processes that share it share the salts, and count a reader once. */
  readonly folder: string;
  /** Told when a salt cannot be read, written or removed; once in a second or a minute, as long as it lasts. */
  readonly onFault: (error: unknown) => void;
};

/**
 * Keeps each day's salt in a file, `salt-2026-11-30`, so that processes of one service have the same and a new start in the
 * course of a day forgets nobody. Files of days that are over are removed: now, and once in a minute.
 *
 * Any number of processes may open one folder at once. The first click of a day waits for two small writes to the disk.
 */
export function openFileSalts(options: FileSaltOptions): DailySalts {
  const { folder, now, randomBytes, onFault } = options;
  const forget = (): void => attempt(() => removeOldSalts(folder, now()), onFault);
  const live = createLiveSalts(now, forget);
  let retryAt = -Infinity;
  const obtain = (day: number): void => {
    if (!isLiveDay(day, now()) || (now() < retryAt && now() >= retryAt - retryAfterMs)) return;
    attempt(
      () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        live.set(day, obtainSaltFile(folder, day, randomBytes(saltBytes)));
      },
      (error) => {
        retryAt = now() + retryAfterMs;
        onFault(error);
      },
    );
  };
  forget();
  return {
    of(day) {
      if (live.get(day) === undefined) obtain(day);
      return live.get(day);
    },
    close: () => live.close(),
  };
}

function attempt(action: () => void, onFault: (error: unknown) => void): void {
  try {
    action();
  } catch (error) {
    onFault(error);
  }
}
