import { statSync } from "node:fs";
import { StoreError } from "../../store-error.ts";

/** Tells one file from any other that may come to lie under the same path. */
export type FileIdentity = { readonly device: bigint; readonly inode: bigint };

/** @throws what the system says when there is no such file. */
export function readFileIdentity(path: string): FileIdentity {
  const { dev, ino } = statSync(path, { bigint: true });
  return { device: dev, inode: ino };
}

/**
 * Refuses to go on with a file that was moved, removed or replaced: what is written to it from then on would be gone
 * at the next start. Costs one look at the folder; the file is taken again once it is back.
 *
 * @throws {StoreError} `STORE_UNAVAILABLE`
 */
export function requireSameFile(path: string, opened: FileIdentity): void {
  if (isSameFile(path, opened)) return;
  throw new StoreError(
    "STORE_UNAVAILABLE",
    `${path} is not the file that was opened: it was moved, removed or replaced. Put it back, or restart the service.`,
  );
}

function isSameFile(path: string, opened: FileIdentity): boolean {
  try {
    const found = readFileIdentity(path);
    return found.device === opened.device && found.inode === opened.inode;
  } catch {
    return false;
  }
}
