import type { LeaseAllocator } from "@narrows/codes";
import { openSqlite } from "@narrows/links/sqlite";
import type { CliConfig } from "../config.ts";
import { existingDatabasePath } from "./database-path.ts";
import { onDatabase } from "./on-database.ts";

/** Opens the database's leases for one action. The service may be running. */
export function withLeases<Result>(
  config: CliConfig,
  action: (leases: LeaseAllocator) => Promise<Result>,
): Promise<Result> {
  const path = existingDatabasePath(config);
  return onDatabase(async () => {
    const database = await openSqlite({ path });
    try {
      return await action(database.leases);
    } finally {
      await database.close();
    }
  });
}
