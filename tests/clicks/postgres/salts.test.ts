import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSharedSalts } from "@narrows/clicks/describe";
import { migrateClicks } from "@narrows/clicks/postgres";
import { connectTo, createPostgresSalts, removeOldPostgresSalts } from "@narrows/clicks/postgres-salts";
import { createMemorySalts } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { makeDatabase } from "../../links/postgres/database.ts";
import { openSession, type Session } from "../../links/postgres/session.ts";
import { startProgram } from "../../program/program.ts";
import { sharedDatabase } from "../../program/test-stores.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";

const dayMs = 86_400_000;
const noon = Date.UTC(2026, 10, 30, 12);
const today = noon / dayMs - 0.5;

const patient = { deadlineMs: 120_000, migrateMs: 120_000 };

describe.skipIf(postgresProgram() === undefined)("salts that nodes share by PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** An empty database, as nodes and who looks at it see it. */
  async function emptyDatabase() {
    const url = await makeDatabase(server);
    const session = openSession(url);
    onTestFinished(() => session[Symbol.asyncDispose]());
    const options = { connect: connectTo(url), ...patient };
    return { session, options, node: () => createPostgresSalts(options) };
  }

  it("are one and the same for eight that make them at once, in a database without a schema", async () => {
    const { node } = await emptyDatabase();
    const salts = await Promise.all(Array.from({ length: 8 }, () => node().obtain(today, randomBytes(32))));
    expect(salts[0]).toHaveLength(32);
    expect(new Set(salts.map(hex)).size).toBe(1);
  });

  it("keep what is there, and are removed by the day", async () => {
    const { session, node } = await emptyDatabase();
    const store = node();
    const [first, second] = [randomBytes(32), randomBytes(32)];
    await store.obtain(today - 1, first);
    await store.obtain(today, second);
    await store.removeBefore(today - 1);
    expect(hex(await store.obtain(today - 1, randomBytes(32)))).toBe(hex(first));
    await store.removeBefore(today);
    expect(await daysIn(session)).toEqual([today]);
    expect(hex(await store.obtain(today, randomBytes(32)))).toBe(hex(second));
  });

  it("go on to agree while others forget what is over", async () => {
    const { node } = await emptyDatabase();
    const [one, other] = [node(), node()];
    const kept = hex(await one.obtain(today, randomBytes(32)));
    for (let round = 0; round < 10; round += 1) {
      await one.obtain(today - 1 - round, randomBytes(32));
      const [, , again] = await Promise.all([
        one.removeBefore(today),
        other.removeBefore(today),
        node().obtain(today, randomBytes(32)),
      ]);
      expect(hex(again)).toBe(kept);
    }
  });

  it("hold no connection between two questions", async () => {
    const { session, node } = await emptyDatabase();
    const store = node();
    await store.obtain(today, randomBytes(32));
    await store.removeBefore(today);
    const open =
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'narrows clicks' AND datname = current_database()";
    await expect.poll(() => session.run(open), { timeout: 60_000 }).toEqual([]);
  });

  it("of days that are over go at a start, which makes no schema", async () => {
    const { session, options, node } = await emptyDatabase();
    await removeOldPostgresSalts(options, noon);
    expect(await session.run("SELECT 1 FROM pg_namespace WHERE nspname = 'narrows_clicks'")).toEqual([]);
    for (const day of [today - 2, today - 1, today]) await node().obtain(day, randomBytes(32));
    await removeOldPostgresSalts(options, today * dayMs + 60_000);
    expect(await daysIn(session)).toEqual([today - 1, today]);
    await removeOldPostgresSalts(options, noon);
    expect(await daysIn(session)).toEqual([today]);
  });
});

describe.skipIf(postgresProgram() === undefined)("a PostgreSQL that shares salts", () => {
  it("refuses within the deadline while it hangs, and a killed one gets the salt of the day back", async () => {
    await using server = await startPostgres();
    const connect = connectTo(server.url);
    await migrateClicks({ connect, deadlineMs: 120_000 });
    const making = { now: () => noon, randomBytes };
    const patientStore = createPostgresSalts({ connect, ...patient });
    const salts = createSharedSalts({
      ...making,
      store: patientStore,
      openOwn: () => createMemorySalts(making),
      onFault: () => undefined,
      onAlone: () => expect.unreachable("The store was there in time."),
      patienceMs: 120_000,
    });
    onTestFinished(() => salts.close());
    await salts.ready();
    const salt = hex(salts.of(today));

    await server.signal("SIGSTOP");
    const impatient = createPostgresSalts({ connect, deadlineMs: 200, migrateMs: 200 });
    await expect(impatient.obtain(today, randomBytes(32))).rejects.toThrow("no answer within");
    await server.signal("SIGCONT");

    await server.kill();
    await server.restart();
    await using session = openSession(server.url);
    expect(await daysIn(session)).toEqual([]);
    // What it offers again every ten minutes.
    expect(hex(await patientStore.obtain(today, salts.of(today) ?? randomBytes(32)))).toBe(salt);
    expect(await daysIn(session)).toEqual([today]);
  });

  it("has none of days that are over once a service has started, also one that counts no clicks", async () => {
    await using server = await startPostgres();
    await using session = openSession(server.url);
    await createPostgresSalts({ connect: connectTo(server.url), ...patient }).obtain(today - 400, randomBytes(32));
    await using program = await startProgram({ env: { ...sharedDatabase(server), CLICKS: "off" } });
    await expect.poll(() => daysIn(session), { timeout: 60_000 }).toEqual([]);
    await program.stop();
  });

  it("has them in no WAL, and after their day in no file", async () => {
    await using server = await startPostgres();
    await using session = openSession(server.url);
    const [old, salt] = [randomBytes(32), randomBytes(32)];
    const store = createPostgresSalts({ connect: connectTo(server.url), ...patient });
    await store.obtain(today - 1, old);
    await store.obtain(today, salt);
    const folder = String((await session.run("SHOW data_directory"))[0]?.[0]);
    // Before it stops it writes all of its memory, which a checkpoint does not.
    await server.restart();
    expect(await filesWith(folder, old)).toEqual([expect.stringMatching(/^base\//)]);
    await store.removeBefore(today);
    await server.restart();
    expect(await filesWith(folder, old)).toEqual([]);
    expect(await filesWith(folder, salt)).toEqual([expect.stringMatching(/^base\//)]);
  });
});

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("hex");

async function daysIn(session: Session): Promise<readonly unknown[]> {
  return (await session.run("SELECT day FROM narrows_clicks.salts ORDER BY day")).flat();
}

/** The server may remove a file while it is looked for. */
async function filesWith(folder: string, bytes: Buffer): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const path of paths) {
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (content.includes(bytes)) found.push(path.slice(folder.length + 1));
  }
  return found;
}
