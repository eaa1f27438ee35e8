import { existsSync } from "node:fs";
import { ClickError, type ClickStore } from "@narrows/clicks";
import { clickDatabasePath, openClickStore, readServerConfig, type ServerConfig } from "@narrows/server";
import { CliError } from "../cli-error.ts";
import { requireFileInUse } from "../database/require-file.ts";

/**
 * Works with the click store that the environment names, and closes it.
 *
 * @throws {ConfigError} When the environment must be changed.
 * @throws {CliError} `CLICKS_MISSING`, `DATABASE_URL_MISSING`, `CLICKS_NOT_KEPT`, `CLICK_STORE_FAILED`
 */
export async function onClickStore<Result>(
  environment: Readonly<Record<string, string | undefined>>,
  work: (store: ClickStore, config: ServerConfig) => Promise<Result>,
): Promise<Result> {
  const config = readServerConfig(environment);
  requireFile(config);
  try {
    const store = await openClickStore(config);
    try {
      return await work(store, config);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof ClickError)) throw error;
    const { firstDay } = error;
    if (firstDay !== undefined) throw new CliError("CLICKS_NOT_KEPT", { day: firstDay }, { cause: error });
    throw new CliError("CLICK_STORE_FAILED", { reason: error.message }, { cause: error });
  }
}

/** A file is not made to look into it, nor is one taken that the service no longer counts in. */
function requireFile({ clickhouseUrl, databaseUrl, dataDir }: ServerConfig): void {
  if (clickhouseUrl !== undefined || databaseUrl !== undefined) return;
  requireFileInUse({ dataDir });
  const path = clickDatabasePath(dataDir);
  if (!existsSync(path)) throw new CliError("CLICKS_MISSING", { path });
}
