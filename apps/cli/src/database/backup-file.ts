import { stat } from "node:fs/promises";
import { DatabaseError } from "@narrows/links/sqlite";
import { CliError, type CliErrorCode } from "../cli-error.ts";

/**
 * Looks whether there is something to restore: SQLite would say of all of these that a database cannot be opened, as
 * if the present one were meant.
 *
 * @throws {CliError} `BACKUP_MISSING`, `BACKUP_NOT_FILE`, `BACKUP_EMPTY`
 */
export async function requireBackupFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw isMissing ? new CliError("BACKUP_MISSING", { file }, { cause: error }) : error;
  });
  if (!found.isFile()) throw new CliError("BACKUP_NOT_FILE", { file });
  if (found.size === 0) throw new CliError("BACKUP_EMPTY", { file });
}

/** What only a backup can be refused for: the present database may be damaged, which is what restoring is for. */
const codes: Readonly<Record<string, CliErrorCode>> = {
  FILE_DAMAGED: "BACKUP_DAMAGED",
  FILE_NOT_SQLITE: "BACKUP_FOREIGN",
  FILE_FOREIGN: "BACKUP_FOREIGN",
};

/** Says of an error while restoring that the backup is at fault, where it is. */
export function backupErrorOf(error: unknown, file: string): unknown {
  const code = error instanceof DatabaseError ? codes[error.code] : undefined;
  return code === undefined ? error : new CliError(code, { file }, { cause: error });
}
