export { openOutboxLog, type OutboxLog } from "./open-outbox-log.ts";
export type { OutboxLogOptions, OutboxState, OutboxStats, Pressure } from "./outbox-options.ts";
export { openOutboxSource, type OutboxSourceOptions } from "./open-outbox-source.ts";
export { connectTo, type Connect } from "../../postgres/connect.ts";
export { migrateClicks, type MigrateOptions } from "../../postgres/migrate.ts";
