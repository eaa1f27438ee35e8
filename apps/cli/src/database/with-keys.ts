import type { KeyStore } from "@narrows/links";
import { openSqlite } from "@narrows/links/sqlite";
import type { CliConfig } from "../config.ts";
import { existingDatabasePath } from "./database-path.ts";
import { onDatabase } from "./on-database.ts";

/** Opens the database's keys for one action. The service may be running. */
export function withKeys<Result>(config: CliConfig, action: (keys: KeyStore) => Promise<Result>): Promise<Result> {
  const path = existingDatabasePath(config);
  return onDatabase(async () => {
    const database = await openSqlite({ path });
    try {
      return await action(database.keys);
    } finally {
      await database.close();
    }
  });
}
