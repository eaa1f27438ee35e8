import { postgresProgram, startPostgres } from "../services/postgres-server.ts";
import type { ProgramOptions } from "./program.ts";
import { makeTempFolder } from "./temp-folder.ts";

/** An empty store of its own for one test. Disposing takes it away. */
export type TestStore = AsyncDisposable & {
  /** For every program that shall use it, one after the other or at once. */
  readonly options: ProgramOptions;
};

/** Each store that the service has, where its program is there: what holds for one holds for the others. */
export const testStores: readonly { readonly name: string; readonly open: () => Promise<TestStore> }[] = [
  { name: "SQLite", open: openSqliteStore },
  ...(postgresProgram() === undefined ? [] : [{ name: "PostgreSQL", open: openPostgresStore }]),
];

async function openSqliteStore(): Promise<TestStore> {
  const folder = await makeTempFolder();
  return { options: { dataDir: folder.path }, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** Nodes on several machines have secrets in common and no folder. */
async function openPostgresStore(): Promise<TestStore> {
  const server = await startPostgres();
  const env = sharedDatabase(server);
  return { options: { env }, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** What every node that uses this database must be given. */
export function sharedDatabase({ url }: { readonly url: string }) {
  return { DATABASE_URL: url, CODE_SECRET: "a secret that all nodes of a test share" };
}
