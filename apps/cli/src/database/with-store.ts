import type { LeaseAllocator } from "@narrows/codes";
import type { KeyStore } from "@narrows/links";
import type { CliConfig } from "../config.ts";

/** What commands work on, whichever store has it. */
export type Store = { readonly keys: KeyStore; readonly leases: LeaseAllocator };

/** Opens the store that the service uses, for one action. The service may be running. */
export async function withStore<Result>(config: CliConfig, action: (store: Store) => Promise<Result>): Promise<Result> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return withFile(config, action);
  const { openPostgres } = await import("@narrows/links/postgres");
  const { onDatabaseServer } = await import("./on-database-server.ts");
  return onDatabaseServer(async () => use(await openPostgres({ url: databaseUrl.href }), action));
}

async function withFile<Result>(config: CliConfig, action: (store: Store) => Promise<Result>): Promise<Result> {
  const { openSqlite } = await import("@narrows/links/sqlite");
  const { existingDatabasePath } = await import("./database-path.ts");
  const { onDatabase } = await import("./on-database.ts");
  const { requireFileInUse } = await import("./require-file.ts");
  const path = existingDatabasePath(requireFileInUse(config));
  return onDatabase(async () => use(await openSqlite({ path }), action));
}

async function use<Result>(
  store: Store & { close(): Promise<void> },
  action: (store: Store) => Promise<Result>,
): Promise<Result> {
  try {
    return await action(store);
  } finally {
    await store.close();
  }
}
