import { isLiveDay } from "./daily-salts.ts";
import { removeSaltFiles } from "./salt-files.ts";

export { firstLiveDay } from "./daily-salts.ts";

/**
 * Removes the salt files of days that are over: for a service that makes no salts any more, in which nobody else would.
 *
 * @param folder That of `openFileSalts`; it need not be there.
 * @param now Milliseconds since 1970.
 * @throws {Error} When the disk fails.
 */
export function removeOldSalts(folder: string, now: number): void {
  removeSaltFiles(folder, (day) => !isLiveDay(day, now));
}
