export { fillPostgresClicks, type Filled, type FilledCounts, type FillOptions } from "./fill-postgres-clicks.ts";
export { openPostgresClicks, postgresClicksConnections, type PostgresClicksOptions } from "./open-postgres-clicks.ts";
export { connectTo, type Connect } from "../../postgres/connect.ts";
export { migrateClicks, type MigrateOptions } from "../../postgres/migrate.ts";
