import { openPostgres, type PostgresDatabase, type PostgresOptions } from "@narrows/links/postgres";
import { startPostgres, type PostgresOptions as ServerOptions } from "../../services/postgres-server.ts";
import { patient } from "./patient.ts";

export type TestDatabase = AsyncDisposable & PostgresDatabase;

/** Opens a database for one test, with more patience than the service has; disposing closes it. */
export async function openDatabase(options: PostgresOptions): Promise<TestDatabase> {
  const database = await openPostgres({ ...patient, ...options });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** A server of its own with one open database. */
export async function startDatabase(options: Partial<PostgresOptions> = {}, serverOptions: ServerOptions = {}) {
  const server = await startPostgres(serverOptions);
  const database = await openDatabase({ url: server.url, ...options }).catch(async (error: unknown) => {
    await server[Symbol.asyncDispose]();
    throw error;
  });
  return {
    server,
    database,
    links: database.links,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
