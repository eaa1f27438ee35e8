import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openConnection } from "../src/stores/sqlite/connection.ts";
import { createCommand, sampleLink, sampleRecord } from "../src/testing/index.ts";
import { useTemporarySqlite } from "./temporary-sqlite.ts";

const { open, after } = useTemporarySqlite();

describe("a connection", () => {
  it("that only reads refuses every change", async () => {
    const { path } = await open();
    const reading = openConnection({ path, busyTimeoutMs: 0, queryOnly: true });
    after(() => reading.close());
    expect(() => reading.exec("DELETE FROM links")).toThrow("readonly");
  });

  it("lets nothing that is written in the file call functions with effects", async () => {
    const { path } = await open();
    const database = openConnection({ path, busyTimeoutMs: 0 });
    after(() => database.close());
    expect(database.prepare("PRAGMA trusted_schema").get()).toEqual({ trusted_schema: 0 });
  });
});

describe("the log", () => {
  it("does not grow with all that is written", async () => {
    const { database, path } = await open();
    const big = () => sampleRecord({ responseBody: "x".repeat(500_000), expiresAt: sampleLink().createdAt + 1 });
    for (let batches = 0; batches < 30; batches += 1) {
      const creates = Array.from({ length: 4 }, () => createCommand(sampleLink(), { idempotency: big() }));
      await Promise.all(creates.map((command) => database.links.create(command)));
    }
    expect(statSync(path).size).toBeGreaterThan(30_000_000);
    expect(statSync(`${path}-wal`).size).toBeLessThan(45_000_000);
  }, 30_000);
});
