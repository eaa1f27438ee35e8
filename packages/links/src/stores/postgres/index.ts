export { DatabaseServerError, databaseServerErrors, type DatabaseServerErrorCode } from "./database-server-error.ts";
export type { FoundInstallation, Installation } from "./installation.ts";
export {
  migratePostgres,
  readPostgresMigrations,
  type MigrationStep,
  type PostgresMigrateOptions,
  type PostgresMigrateResult,
  type PostgresMigrations,
} from "./migrate-postgres.ts";
export { openPostgresFiller, type PostgresFiller } from "./open-filler.ts";
export {
  openPostgres,
  postgresConnections,
  type PostgresDatabase,
  type PostgresOptions,
  type PostgresStats,
} from "./open-postgres.ts";
