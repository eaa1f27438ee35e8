export { DatabaseError, databaseErrors, type DatabaseErrorCode } from "./database-error.ts";
export { migrateSqlite, readSqliteVersions, type MigrateOptions, type MigrateResult } from "./migrate-sqlite.ts";
export {
  openSqlite,
  type RemoteSqliteWriter,
  type SqliteDatabase,
  type SqliteOptions,
  type SqliteStats,
} from "./open-sqlite.ts";
export {
  openSqliteWriter,
  type SqliteWriter,
  type SqliteWriterOptions,
  type SqliteWriterStats,
  type WriterTarget,
} from "./open-sqlite-writer.ts";
export type { WritePort, WriteReply, WriteRequest } from "./write-port.ts";
export { openSqliteContents } from "./open-contents.ts";
export { backupSqlite } from "./backup-sqlite.ts";
export { restoreSqlite } from "./restore-sqlite.ts";
