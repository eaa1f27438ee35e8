import { statSync } from "node:fs";

/** What stays the same as long as it is the same file or folder; undefined where there is none. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  // A disk gives a number that is free to the next one at once, but not the time of its birth.
  return found === undefined ? undefined : `${found.dev}:${found.ino}:${found.birthtimeMs}`;
}
