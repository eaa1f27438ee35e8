import { migratePostgres, openPostgres, readPostgresMigrations } from "@narrows/links/postgres";
import { createCommand, sampleLink } from "@narrows/links/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { within } from "../../program/deadline.ts";
import { findFreePort } from "../../program/free-port.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { makeDatabase } from "./database.ts";
import { openSession } from "./session.ts";

describe.skipIf(postgresProgram() === undefined)("migrations of PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { max_connections: 80 } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("are each made once when 50 nodes start at once", async () => {
    const url = await makeDatabase(server);
    const results = await Promise.all(Array.from({ length: 50 }, () => migratePostgres({ url, connectMs: 60_000 })));
    const { applied, pending } = await readPostgresMigrations({ url });
    expect(pending).toEqual([]);
    expect(applied.map(({ version }) => version)).toEqual(applied.map((_, index) => index + 1));
    const made = results.flatMap(({ steps }) => steps.map(({ version }) => version));
    expect(made.sort((a, b) => a - b)).toEqual(applied.map(({ version }) => version));
    expect(results.every(({ to }) => to === applied.length)).toBe(true);
  });

  it("are told of and not made in a dry run", async () => {
    const url = await makeDatabase(server);
    const dry = await migratePostgres({ url, isDryRun: true });
    const before = await readPostgresMigrations({ url });
    expect(before.applied).toEqual([]);
    expect(dry.steps).toEqual(before.pending);
    expect(await migratePostgres({ url })).toEqual(dry);
    expect(await migratePostgres({ url })).toMatchObject({ from: dry.to, to: dry.to, steps: [] });
  });

  it("of a newer release are no hindrance unless they are breaking", async () => {
    const url = await makeDatabase(server);
    await using session = openSession(url);
    const { to } = await migratePostgres({ url });
    await session.run(
      `INSERT INTO schema_migrations (version, name, is_breaking) VALUES (${to + 1}, 'more.sql', false)`,
    );
    const database = await openPostgres({ url });
    expect(await database.links.create(createCommand(sampleLink()))).toEqual({ kind: "created" });
    await database.close();
    await session.run(
      `INSERT INTO schema_migrations (version, name, is_breaking) VALUES (${to + 2}, 'other.sql', true)`,
    );
    await expect(openPostgres({ url })).rejects.toMatchObject({ code: "SCHEMA_NEWER" });
  });

  it("leave a database alone that is another program's", async () => {
    const url = await makeDatabase(server);
    await using session = openSession(url);
    await session.run("CREATE TABLE links (mine text)");
    await expect(openPostgres({ url })).rejects.toMatchObject({ code: "SCHEMA_FOREIGN" });
    expect(await session.run("SELECT * FROM links")).toEqual([]);
  });

  it("know another program's table by each name that they make themselves", async () => {
    const [ours, theirs] = [await makeDatabase(server), await makeDatabase(server)];
    await migratePostgres({ url: ours });
    await using session = openSession(ours);
    await using foreign = openSession(theirs);
    const tables = await session.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    expect(tables.flat()).toContain("schema_migrations");
    for (const [name] of tables) {
      await foreign.run(`CREATE TABLE ${String(name)} (version text)`);
      const refusal = { code: "SCHEMA_FOREIGN", detail: `it has the table ${String(name)}` };
      await expect(migratePostgres({ url: theirs })).rejects.toMatchObject(refusal);
      await foreign.run(`DROP TABLE ${String(name)}`);
    }
    expect((await migratePostgres({ url: theirs })).from).toBe(0);
  });

  it("wait for another node's, and give up after so long", async () => {
    const url = await makeDatabase(server);
    await using session = openSession(url);
    await session.run("BEGIN; SELECT pg_advisory_xact_lock(1314019155)");
    await expect(migratePostgres({ url, lockTimeoutMs: 200 })).rejects.toMatchObject({ code: "STORE_LOCKED" });
    const patient = migratePostgres({ url });
    await session.run("COMMIT");
    expect((await patient).steps.length).toBeGreaterThan(0);
  });

  it("give up within seconds on a table that is in use, so that nobody waits behind them", async () => {
    const url = await makeDatabase(server);
    await using session = openSession(url);
    await migratePostgres({ url });
    // As before the archive, whose migration alters the table of links.
    await session.run("DELETE FROM schema_migrations WHERE version >= 9; DROP TABLE link_archive");
    await session.run("BEGIN; LOCK TABLE links IN ACCESS SHARE MODE");
    const migrating = within(30_000, "The migration's end", migratePostgres({ url }));
    await expect(migrating).rejects.toMatchObject({ code: "STORE_LOCKED" });
  });

  it("say what is wrong with an address, without its password", async () => {
    const port = await findFreePort();
    const addresses = [
      ["http://narrows:secret@127.0.0.1/x", "URL_MALFORMED"],
      ["postgres://narrows:secret@a,b/x", "URL_MALFORMED"],
      ["no url with a secret", "URL_MALFORMED"],
      [`postgres://narrows:secret@127.0.0.1:${port}/x`, "SERVER_UNREACHABLE"],
      [new URL("/no_such_database", server.url).href, "SERVER_REFUSED"],
    ] as const;
    for (const [url, code] of addresses) {
      const error = await openPostgres({ url }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code });
      expect(String(error)).not.toContain("secret");
    }
  });
});
