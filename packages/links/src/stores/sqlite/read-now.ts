import { storeErrorFrom } from "./sqlite-error.ts";

/**
 * Runs one point read on this thread.
 *
 * @throws {StoreError} when SQLite cannot read.
 */
export function readNow<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw storeErrorFrom(error);
  }
}
