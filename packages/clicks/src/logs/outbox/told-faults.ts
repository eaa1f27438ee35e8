import { dirname } from "node:path";
import { NotAFileError } from "./read-regular.ts";

/** Tells of what is no regular file once, though it is met again and again, and of every other fault each time. */
export function createToldFaults(onFault: (error: unknown) => void) {
  let told: ReadonlySet<string> = new Set();
  return {
    onFault(error: unknown): void {
      if (error instanceof NotAFileError) {
        if (told.has(error.path)) return;
        told = new Set([...told, error.path]);
      }
      onFault(error);
    },
    /** Forgets what was told of other folders, which are gone. */
    keep(folders: readonly string[]): void {
      told = new Set([...told].filter((path) => folders.includes(dirname(path))));
    },
  };
}
