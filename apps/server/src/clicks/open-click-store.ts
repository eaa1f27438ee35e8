import { mkdir } from "node:fs/promises";
import { ClickError, type AskedCounts, type ClickStore } from "@narrows/clicks";
import { clickFolders } from "./click-folders.ts";
import type { ClickConfig } from "./click-settings.ts";

/** ClickHouse's database is the path of its address. */
const defaultDatabase = "narrows";

/**
 * Opens where clicks are counted: ClickHouse where there is one, else PostgreSQL where there is one, else a file.
 *
 * @throws {ClickError} `STORE_UNAVAILABLE`, `STORE_NEWER`
 */
export async function openClickStore(config: ClickConfig): Promise<ClickStore & AskedCounts> {
  const { clickhouseUrl, databaseUrl, dataDir } = config;
  if (clickhouseUrl !== undefined) {
    const { openClickHouseClicks } = await import("@narrows/clicks/clickhouse");
    const database = decodeURIComponent(clickhouseUrl.pathname.slice(1)) || defaultDatabase;
    return openClickHouseClicks({ url: withoutPath(clickhouseUrl), database });
  }
  if (databaseUrl !== undefined) {
    const { connectTo, openPostgresClicks } = await import("@narrows/clicks/postgres");
    return openPostgresClicks({ connect: connectTo(databaseUrl.href) });
  }
  const { openSqliteClicks } = await import("@narrows/clicks/sqlite");
  const folders = clickFolders(dataDir);
  await makeFolder(folders.folder);
  return openSqliteClicks({ path: folders.database });
}

/** Its path is not told: it tells of the machine. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const fault = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new ClickError("STORE_UNAVAILABLE", `Its folder cannot be made: ${fault}.`, { cause: error });
  }
}

function withoutPath(url: URL): string {
  const server = new URL(url);
  server.pathname = "/";
  return server.href;
}
