/** Why a database file cannot be used, by code. None of these goes away by itself. */
export const databaseErrors = {
  FILE_UNREADABLE:
    "The database file cannot be opened; its folder must exist and be writable, and the disk must have room.",
  FILE_NOT_SQLITE: "The file is not an SQLite database; name another file, or restore a backup.",
  FILE_FOREIGN: "The file is an SQLite database of another program; name another file.",
  FILE_DAMAGED: "The database file is damaged; restore a backup.",
  FILE_EXISTS: "There is a file of this name already; name another one, or move it away.",
  FILE_IN_USE: "Another process has the database open; stop it first.",
  LOG_MISSING:
    "The database's log was taken away. Put it back, or stop whoever has the database open and then remove the -shm file beside it; links that were only in the log are lost.",
  SCHEMA_NEWER: "The database was written by a newer release; start that release, or restore a backup.",
  WAL_UNSUPPORTED: "The file system cannot share memory between processes, which SQLite needs; use a local disk.",
  ROW_REFUSED: "The database refused a row that breaks its rules; this is a defect of the program.",
} as const;

export type DatabaseErrorCode = keyof typeof databaseErrors;

/** The database file must be mended or exchanged before work can go on. */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode;
  /** Which file, or what SQLite said. */
  readonly detail: string;

  constructor(code: DatabaseErrorCode, detail: string, options?: ErrorOptions) {
    super(`${databaseErrors[code]} (${detail})`, options);
    this.name = "DatabaseError";
    this.code = code;
    this.detail = detail;
  }
}
