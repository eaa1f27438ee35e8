import { connectTo, migrateClicks, openPostgresClicks } from "@narrows/clicks/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase } from "../../links/postgres/database.ts";
import { openSession } from "../../links/postgres/session.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { patientStore } from "./patient-store.ts";

const deadlineMs = 120_000;

describe.skipIf(postgresProgram() === undefined)("the schema of clicks in PostgreSQL", () => {
  let server: PostgresServer;
  let names: readonly string[];
  beforeAll(async () => {
    server = await startPostgres();
    names = await migrateClicks({ connect: connectTo(await makeDatabase(server)), deadlineMs });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("is made once by however many processes that start at once", async () => {
    const connect = connectTo(await makeDatabase(server));
    const done = await Promise.all(Array.from({ length: 8 }, () => migrateClicks({ connect, deadlineMs })));
    expect(names.length).toBeGreaterThan(1);
    expect(done.flat()).toEqual(names);
    expect(await migrateClicks({ connect, deadlineMs })).toEqual([]);
  });

  it("leaves everything outside of its own alone", async () => {
    const url = await makeDatabase(server);
    await using session = openSession(url);
    await session.run("CREATE TABLE public.clicks (mine int)");
    await session.run("CREATE TABLE public.migrations (mine int)");
    await migrateClicks({ connect: connectTo(url), deadlineMs });
    const store = openPostgresClicks({ connect: connectTo(url), ...patientStore });
    expect(await store.position("0")).toEqual({ at: 0, begun: undefined });
    await store.close();
    const tables = await session.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
    expect(tables.flat()).toEqual(["clicks", "migrations"]);
  });

  it("of a newer release is refused when that changed what this one uses, and else taken", async () => {
    const url = await makeDatabase(server);
    const connect = connectTo(url);
    await migrateClicks({ connect, deadlineMs });
    await using session = openSession(url);
    const add = (version: number, isBreaking: boolean) =>
      session.run(
        `INSERT INTO narrows_clicks.migrations (version, name, is_breaking) VALUES (${version}, 'x', ${isBreaking})`,
      );
    await add(98, false);
    expect(await migrateClicks({ connect, deadlineMs })).toEqual([]);
    await add(99, true);
    await expect(migrateClicks({ connect, deadlineMs })).rejects.toMatchObject({ code: "STORE_NEWER" });
    const store = openPostgresClicks({ connect, ...patientStore });
    await expect(store.position("0")).rejects.toMatchObject({ code: "STORE_NEWER" });
    await store.close();
  });

  it("needs no right to make schemas where its own is there", async () => {
    const url = await makeDatabase(server);
    await using session = openSession(url);
    const user = `clicks_${new URL(url).pathname.slice(1)}`;
    await session.run(`CREATE ROLE ${user} LOGIN`);
    await session.run(`CREATE SCHEMA narrows_clicks AUTHORIZATION ${user}`);
    const theirs = new URL(url);
    theirs.username = user;
    expect(await migrateClicks({ connect: connectTo(theirs.href), deadlineMs })).toEqual(names);
  });
});
