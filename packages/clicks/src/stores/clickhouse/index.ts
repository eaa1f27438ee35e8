export { openClickHouseClicks, type ClickHouseOptions } from "./open-clickhouse.ts";
