import { existsSync, linkSync, unlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { copyBeside } from "./copy-beside.ts";
import { DatabaseError } from "./database-error.ts";
import { syncFolder } from "./sync-folder.ts";

/**
 * Writes a verified copy of a database that may be in use, as it was at one moment. Nothing of the name appears before
 * the copy is complete and on the disk. While it runs the log cannot be emptied, so it grows with what is written.
 *
 * @throws {DatabaseError} `FILE_EXISTS` rather than overwrite anything; `FILE_…`
 */
export async function backupSqlite(path: string, toPath: string, signal?: AbortSignal): Promise<void> {
  const target = resolve(toPath);
  if (existsSync(target)) throw new DatabaseError("FILE_EXISTS", target);
  const copy = await copyBeside(path, target, signal);
  try {
    // A hard link, unlike a rename, fails where a file of that name appeared meanwhile.
    linkSync(copy, target);
  } catch (cause) {
    throw isExists(cause) ? new DatabaseError("FILE_EXISTS", target, { cause }) : cause;
  } finally {
    unlinkSync(copy);
  }
  syncFolder(dirname(target));
}

function isExists(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
