import { openPostgres } from "@narrows/links/postgres";
import postgres from "postgres";
import type { PostgresUnderTest } from "../postgres/postgres-under-test.ts";
import { ownCpuSeconds, type StoreKind } from "./store-under-test.ts";

/** Databases of their own on one server. */
export function postgresStores(server: PostgresUnderTest): StoreKind {
  return {
    name: "PostgreSQL",
    async open(name) {
      await run(server.url, `CREATE DATABASE "${name}"`);
      const url = Object.assign(new URL(server.url), { pathname: name }).href;
      const { links, archive, close } = await openPostgres({ url, statementMs: 60_000, waitMs: 120_000 });
      return {
        links,
        archive,
        cpuSeconds: async () => ownCpuSeconds() + (await server.cpuSeconds()),
        usedBytes: () => usedBytes(url),
        [Symbol.asyncDispose]: close,
      };
    },
  };
}

async function usedBytes(url: string): Promise<number> {
  for (const table of ["links", "link_tags", "link_changes"]) await run(url, `VACUUM FULL ${table}`);
  const [[bytes] = []] = await run(
    url,
    `SELECT sum(pg_total_relation_size(oid)) FROM pg_class
     WHERE relkind = 'r' AND (relname IN ('links', 'link_tags', 'link_changes') OR relname LIKE 'link\\_archive\\_%')`,
  );
  return Number(bytes);
}

async function run(url: string, sql: string): Promise<readonly (readonly unknown[])[]> {
  const session = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  try {
    return await session.unsafe(sql).values();
  } finally {
    await session.end({ timeout: 5 });
  }
}
