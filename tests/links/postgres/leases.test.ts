import { openPostgres } from "@narrows/links/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { makeDatabase } from "./database.ts";
import { patient } from "./patient.ts";
import { openSession } from "./session.ts";

describe.skipIf(postgresProgram() === undefined)("leases for codes in PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { synchronous_commit: "off" } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const openLeases = async () => {
    const url = await makeDatabase(server);
    const { leases, close } = await openPostgres({ url, ...patient });
    return { url, leases, [Symbol.asyncDispose]: close };
  };

  it.each([
    ["lowers an epoch", "UPDATE code_leases SET next_epoch = 0 WHERE next_epoch > 0", "never falls"],
    ["moves a slot", "UPDATE code_leases SET slot = 70 WHERE slot = 0", "never falls"],
    ["forgets a slot", "DELETE FROM code_leases WHERE slot = 0", "never removed"],
    ["forgets all", "TRUNCATE code_leases", "never removed"],
    ["adds a slot", "INSERT INTO code_leases (slot) VALUES (64)", "check constraint"],
    ["goes beyond the last epoch", "UPDATE code_leases SET next_epoch = 8193 WHERE slot = 0", "check constraint"],
  ])("refuse whatever %s, by hand as well", async (_, sql, reason) => {
    await using opened = await openLeases();
    await opened.leases.acquire({ holder: "node-a", ttlMs: 1_000 });
    await using session = openSession(opened.url);
    await expect(session.run(sql)).rejects.toThrow(reason);
  });

  it.each([
    "acquire_code_lease('node-a', '1 s')",
    "renew_code_lease(0, 0, '1 s')",
    "release_code_lease(0, 0)",
    "jump_code_epochs(1)",
  ])("are committed durably by %s where the server is set to lose what is new", async (call) => {
    await using opened = await openLeases();
    await using session = openSession(opened.url);
    const [setting] = await session.run("SHOW synchronous_commit");
    expect(setting).toEqual(["off"]);
    await session.run("BEGIN");
    await session.run(`SELECT ${call}`);
    const [during] = await session.run("SHOW synchronous_commit");
    expect(during).toEqual(["on"]);
    await session.run("COMMIT");
    const [after] = await session.run("SHOW synchronous_commit");
    expect(after).toEqual(["off"]);
  });

  it("are remembered by a server that was killed", async () => {
    await using opened = await openLeases();
    const granted = [];
    for (let count = 0; count < 5; count += 1)
      granted.push(await opened.leases.acquire({ holder: "a", ttlMs: 600_000 }));
    await server.kill();
    await server.restart();
    await using session = openSession(opened.url);
    const rows = await session.run(
      "SELECT slot, next_epoch - 1 FROM code_leases WHERE holder IS NOT NULL ORDER BY slot",
    );
    const held = granted.map((outcome) =>
      outcome.kind === "acquired" ? [outcome.lease.slot, outcome.lease.epoch] : [],
    );
    expect(rows).toEqual(held);
  });
});
