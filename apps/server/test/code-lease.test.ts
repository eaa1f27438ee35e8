import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { decodePermuted, decodeSnowflake } from "@narrows/codes";
import { migrateSqlite } from "@narrows/links/sqlite";
import { createLogger } from "@narrows/service";
import { describe, expect, it } from "vitest";
import { databasePath, readServerConfig, startServer } from "../src/index.ts";
import { openTestServer, temporaryFolder, type TestServer } from "./harness/running-server.ts";

const codeSecret = "a secret of more than sixteen bytes";
const snowflake = { CODE_STRATEGY: "snowflake" };

async function createCode(server: TestServer): Promise<string> {
  return String((await server.create({ longUrl: "https://example.com/" }))["shortCode"]);
}

/** Whoever holds a slot, as the database has it. */
function holdersIn(dataDir: string): readonly string[] {
  using database = new DatabaseSync(join(dataDir, "narrows.db"), { readOnly: true });
  return database
    .prepare("SELECT holder FROM code_leases WHERE holder IS NOT NULL ORDER BY slot")
    .all()
    .map((row) => String(row["holder"]));
}

describe("a server that makes snowflake codes", () => {
  it("makes codes that tell when and under which lease they were made", async () => {
    const now = Date.now();
    const server = await openTestServer({ environment: snowflake, clocks: { now: () => now, monotonicMs: () => 0 } });
    const [first, second] = [decodeSnowflake(await createCode(server)), decodeSnowflake(await createCode(server))];
    expect(first).toMatchObject({ slot: 0, epoch: 0, madeAt: now });
    expect(second).toMatchObject({ slot: 0, epoch: 0, madeAt: now });
    expect(second.id).toBeGreaterThan(first.id);
  });

  it("makes permuted codes of eleven characters that only the secret takes apart", async () => {
    const environment = { CODE_STRATEGY: "snowflake-permuted", CODE_SECRET: codeSecret };
    const server = await openTestServer({ environment });
    const code = await createCode(server);
    expect(code).toHaveLength(11);
    expect(decodePermuted(code, codeSecret)).toMatchObject({ slot: 0, epoch: 0 });
    expect((await server.send(`/${code}`)).status).toBe(302);
  });

  it("gives its lease back when it stops, and takes another at its next start", async () => {
    const dataDir = await temporaryFolder();
    const first = await openTestServer({ dataDir, environment: { ...snowflake, NODE_NAME: "node-a" } });
    expect(holdersIn(dataDir)).toEqual([`node-a/${process.pid}`]);
    await first.stop();
    expect(holdersIn(dataDir)).toEqual([]);
    const second = await openTestServer({ dataDir, environment: snowflake });
    expect(decodeSnowflake(await createCode(second))).toMatchObject({ slot: 1, epoch: 0 });
  });

  it("shares nothing with another of its name", async () => {
    const dataDir = await temporaryFolder();
    const environment = { ...snowflake, NODE_NAME: "twin" };
    const twins = [await openTestServer({ dataDir, environment }), await openTestServer({ dataDir, environment })];
    const codes = await Promise.all(twins.flatMap((twin) => Array.from({ length: 50 }, () => createCode(twin))));
    expect(new Set(codes).size).toBe(100);
    expect(new Set(codes.map((code) => decodeSnowflake(code).slot)).size).toBe(2);
  });

  it("refuses to start when every slot is taken, and names who has them", async () => {
    const dataDir = await temporaryFolder();
    await migrateSqlite(databasePath(dataDir));
    using database = new DatabaseSync(databasePath(dataDir));
    database.exec(
      "UPDATE code_leases SET holder = 'node-' || slot, ends_at = (unixepoch() + 600) * 1000, next_epoch = 1",
    );
    const starting = startServer(readServerConfig({ PORT: "0", DATA_DIR: dataDir, ...snowflake }));
    const refusal = await starting.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "CONFIG_INVALID" });
    expect(String(refusal)).toMatch(/CODE_STRATEGY.*slot 0: node-0 until .*slot 63: node-63 until/s);
  });

  it("shows its lease in the metrics and to readiness", async () => {
    const server = await openTestServer({ environment: snowflake, clocks: { now: Date.now, monotonicMs: () => 0 } });
    const lines = (await server.send("/metrics")).text.split("\n");
    expect(lines).toContain("narrows_code_lease_held 1");
    expect(lines).toContain("narrows_code_lease_epochs_left 8191");
    expect(lines).toContain("narrows_code_timestamps_end_seconds 2316981413.888");
    expect(lines).toContain('narrows_code_lease_events_total{event="acquired"} 1');
    expect(lines).toContain("narrows_code_lease_seconds 30");
    expect((await server.send("/readyz")).json()).toMatchObject({ checks: { codes: "ok" } });
  });

  it("goes on under a new lease when the clock went back by an hour, and says so", async () => {
    const lines: string[] = [];
    const log = createLogger({ level: "info", write: (line) => lines.push(line) });
    let stepMs = 0;
    const clocks = { now: () => Date.now() + stepMs, monotonicMs: () => performance.now() };
    const server = await openTestServer({ environment: snowflake, clocks, log });
    const before = decodeSnowflake(await createCode(server));
    stepMs = -3_600_000;
    const after = decodeSnowflake(await createCode(server));
    expect(after.madeAt).toBeLessThan(before.madeAt);
    expect([after.slot, after.epoch]).not.toEqual([before.slot, before.epoch]);
    expect(lines.some((line) => line.includes("The clock went back"))).toBe(true);
    stepMs -= 60_000;
    const refused = await server.send("/v1/urls", { method: "POST", body: { longUrl: "https://example.com/" } });
    expect(refused.json()).toMatchObject({ status: 503, code: "CODES_UNAVAILABLE" });
    expect(refused.headers.get("retry-after")).toBe("1");
    // Aliases need no code.
    await server.create({ longUrl: "https://example.com/", alias: "still-there" });
  });

  it("holds no lease where codes are made without one", async () => {
    const server = await openTestServer();
    expect(holdersIn(server.dataDir)).toEqual([]);
    expect((await server.send("/metrics")).text).not.toContain("narrows_code_lease");
    expect((await server.send("/readyz")).json()["checks"]).not.toHaveProperty("codes");
  });
});
