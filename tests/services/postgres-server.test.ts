import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { within } from "../program/deadline.ts";
import { startPostgresPair } from "./postgres-replicas.ts";
import { postgresProgram, startPostgres } from "./postgres-server.ts";

const connect = (url: string) =>
  postgres(url, { max: 1, fetch_types: false, connect_timeout: 10, backoff: () => 0.05 });

describe.skipIf(postgresProgram() === undefined)("PostgreSQL for tests", () => {
  it("keeps what was committed through a kill and through a restart", async () => {
    await using server = await startPostgres();
    const sql = connect(server.url);
    await sql`CREATE TABLE kept (value int)`;
    for (const [value, again] of [
      [1, () => server.kill().then(() => server.restart())],
      [2, () => server.restart()],
    ] as const) {
      await sql`INSERT INTO kept VALUES (${value})`;
      await again();
      await sql`SELECT 1`.catch(() => undefined);
    }
    expect((await sql`SELECT value FROM kept ORDER BY value`.values()).flat()).toEqual([1, 2]);
    await sql.end();
  });

  it("hangs as a whole when it is stopped", async () => {
    await using server = await startPostgres();
    const sql = connect(server.url);
    await sql`SELECT 1`;
    await server.signal("SIGSTOP");
    const answer = sql`SELECT 2 AS two`.execute();
    await expect(within(500, "The answer", answer)).rejects.toThrow("longer");
    await server.signal("SIGCONT");
    expect((await answer)[0]?.["two"]).toBe(2);
    await sql.end();
  });

  it("streams to a replica, which reads only and can be paused", async () => {
    await using pair = await startPostgresPair();
    const primary = connect(pair.primary.url);
    const replica = connect(pair.replica.url);
    const count = async () => (await replica`SELECT count(*)::int AS n FROM seen`)[0]?.["n"];
    await primary`CREATE TABLE seen (value int)`;
    await pair.caughtUp();
    await pair.pause();
    await primary`INSERT INTO seen VALUES (1)`;
    expect(await count()).toBe(0);
    await pair.resume();
    await pair.caughtUp();
    expect(await count()).toBe(1);
    await expect(replica`INSERT INTO seen VALUES (2)`).rejects.toMatchObject({ code: "25006" });
    await primary.end();
    await replica.end();
  });
});
