import { openSqliteWriter, type SqliteWriter } from "@narrows/links/sqlite";
import type { ServerConfig } from "../config.ts";
import { openInDataDir } from "./open-in-data-dir.ts";

/**
 * The writer beside which several processes use one file, SQLite in DATA_DIR.
 *
 * @throws {ConfigError} When DATA_DIR or the file in it cannot be used.
 */
export function openEmbeddedWriter({ dataDir }: Pick<ServerConfig, "dataDir">): Promise<SqliteWriter> {
  return openInDataDir(dataDir, (path) => openSqliteWriter({ path }));
}
