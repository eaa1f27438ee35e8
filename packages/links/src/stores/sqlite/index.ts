export { DatabaseError, databaseErrors, type DatabaseErrorCode } from "./database-error.ts";
export { migrateSqlite, type MigrateOptions, type MigrateResult } from "./migrate-sqlite.ts";
export { openSqlite, type SqliteDatabase, type SqliteOptions, type SqliteStats } from "./open-sqlite.ts";
export { backupSqlite } from "./backup-sqlite.ts";
export { restoreSqlite } from "./restore-sqlite.ts";
