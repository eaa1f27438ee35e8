import { closeSync, openSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { ClickError } from "../../click-error.ts";

export type ConnectionOptions = {
  readonly path: string;
  /** How long a statement waits for another connection's lock, blocking its thread. */
  readonly lockTimeoutMs: number;
  /** Pages kept in memory by this connection; grows on demand. */
  readonly cacheKib: number;
  readonly readOnly: boolean;
};

/** Makes an empty file that only its owner reads, unless there is a file. */
export function createFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // It is there already, or opening it is about to say why it cannot be.
  }
}

/** Opens a file that is there: one that went away since must not be replaced by an empty one. */
export function openConnection({ path, lockTimeoutMs, cacheKib, readOnly }: ConnectionOptions): DatabaseSync {
  const url = new URL(pathToFileURL(path));
  url.searchParams.set("mode", readOnly ? "ro" : "rw");
  const database = new DatabaseSync(url, { readOnly, timeout: lockTimeoutMs });
  try {
    // FULL: a commit returns after its fsync, for the log gives up what is stored.
    database.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -${cacheKib};
    `);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Tells one file from any other that may come to lie under the same path. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/**
 * Refuses to go on with a file that was moved, removed or replaced: what is written to it would be gone at the next
 * start, and its log given up.
 *
 * @throws {ClickError} `STORE_UNAVAILABLE`
 */
export function requireSameFile(path: string, identity: string | undefined): void {
  if (identity !== undefined && identityOf(path) === identity) return;
  throw new ClickError("STORE_UNAVAILABLE", `${path} was moved, removed or replaced; put it back, or start again.`);
}
