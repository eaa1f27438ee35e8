import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openPostgres } from "@narrows/links/postgres";
import { describeLinkStore } from "@narrows/links/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase } from "../links/postgres/database.ts";
import { patient } from "../links/postgres/patient.ts";
import { openSession } from "../links/postgres/session.ts";
import { rootPath } from "../program/narrows-path.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../services/postgres-server.ts";

describe.skipIf(postgresProgram() === undefined)("deploy/postgres/partition-links.sql", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("keeps links, indexes, constraints and triggers, and spreads the links", async () => {
    const url = await makeDatabase(server);
    await using session = openSession(url);
    await migrate(url);
    await session.run(`
      INSERT INTO links (created_at, flags, domain, code, destination)
      SELECT i, 0, '', 'code' || i, 'https://example.com/' || i FROM generate_series(1, 1000) AS i`);
    const before = await session.run(parts);
    await session.run(await script());
    const after = await session.run(parts);
    expect(before.length).toBeGreaterThan(8);
    expect(after).toEqual(before);
    const counts = await session.run("SELECT count(*) FROM links GROUP BY tableoid");
    expect(counts).toHaveLength(8);
    expect(counts.reduce((sum, [count]) => sum + Number(count), 0)).toBe(1_000);
    await expect(session.run(await script())).rejects.toThrow("links has partitions already");
  });

  describeLinkStore({
    name: "postgres with hash partitions",
    async open() {
      const url = await makeDatabase(server);
      await migrate(url);
      await using session = openSession(url);
      await session.run(await script());
      const database = await openPostgres({ url, ...patient });
      return { ...database, openAgain: () => openPostgres({ url, ...patient }) };
    },
  });
});

/** Everything that hangs on the table of links. */
const parts = `
  SELECT 'index', c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
  WHERE i.indrelid = 'links'::regclass
  UNION ALL SELECT 'constraint', conname FROM pg_constraint WHERE conrelid = 'links'::regclass AND contype <> 'n'
  UNION ALL SELECT 'trigger', tgname FROM pg_trigger WHERE tgrelid = 'links'::regclass AND NOT tgisinternal
  UNION ALL SELECT 'statistics', attname || attstattarget FROM pg_attribute
  WHERE attrelid = 'links'::regclass AND attstattarget > 0
  ORDER BY 1, 2`;

async function migrate(url: string): Promise<void> {
  const database = await openPostgres({ url, ...patient });
  await database.close();
}

function script(): Promise<string> {
  return readFile(join(rootPath, "deploy/postgres/partition-links.sql"), "utf8");
}
