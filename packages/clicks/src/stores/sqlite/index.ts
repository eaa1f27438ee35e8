export { openSqliteClickContents } from "./open-contents.ts";
export {
  openSqliteClicks,
  type SqliteClicks,
  type SqliteClicksOptions,
  type SqliteClicksStats,
} from "./open-sqlite-clicks.ts";
