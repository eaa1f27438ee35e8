import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { SqliteDatabase } from "../src/stores/sqlite/index.ts";
import { createCommand, sampleLink, sampleRecord } from "../src/testing/index.ts";
import { useTemporarySqlite } from "./temporary-sqlite.ts";

const { open } = useTemporarySqlite();

const create = (database: SqliteDatabase, link = sampleLink()) => database.links.create(createCommand(link));

describe("group commit", () => {
  it("stores what one turn asks for with one commit", async () => {
    const { database } = await open();
    await Promise.all(Array.from({ length: 100 }, () => create(database)));
    expect(database.stats()).toMatchObject({ batches: 1, commands: 100, queuedWrites: 0 });
  });

  it("sends what is asked for during a commit together as the next batch", async () => {
    const { database } = await open();
    const first = create(database);
    await new Promise((resolve) => setImmediate(resolve));
    const rest = Array.from({ length: 50 }, () => create(database));
    expect(database.stats().queuedWrites).toBe(50);
    await Promise.all([first, ...rest]);
    expect(database.stats()).toMatchObject({ batches: 2, commands: 51 });
  });

  it("puts no more into a batch than its limit", async () => {
    const { database } = await open({ batchLimit: 10 });
    await Promise.all(Array.from({ length: 25 }, () => create(database)));
    expect(database.stats()).toMatchObject({ batches: 3, commands: 25 });
  });

  it("refuses what goes over the queue's bound, counts it, and stores the rest", async () => {
    const { database } = await open({ queueLimit: 5 });
    const links = Array.from({ length: 8 }, () => sampleLink());
    const outcomes = await Promise.allSettled(links.map((link) => create(database, link)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      ...Array.from({ length: 5 }, () => "fulfilled"),
      ...Array.from({ length: 3 }, () => "rejected"),
    ]);
    expect(outcomes[7]).toMatchObject({ reason: { name: "StoreError", code: "STORE_OVERLOADED" } });
    expect(database.stats()).toMatchObject({ overloadedWrites: 3, commands: 5 });
    expect(await database.links.find(links[4] ?? sampleLink())).toEqual(links[4]);
    expect(await database.links.find(links[5] ?? sampleLink())).toBeUndefined();
    expect(await create(database, links[5])).toEqual({ kind: "created" });
  });

  it("writes something to find out whether it can write", async () => {
    const { database, path } = await open();
    const other = new DatabaseSync(path);
    const version = () => other.prepare("PRAGMA data_version").get()?.["data_version"];
    const before = version();
    await database.links.ping();
    expect(version()).not.toBe(before);
    other.close();
  });

  it("measures its commits", async () => {
    const { database } = await open();
    await create(database);
    const { lastCommitMs, longestCommitMs } = database.stats();
    expect(lastCommitMs).toBeGreaterThan(0);
    expect(longestCommitMs).toBeGreaterThanOrEqual(lastCommitMs);
  });

  it("refuses a row that breaks the schema alone, and stores the others of its batch", async () => {
    const { database } = await open();
    const good = [sampleLink(), sampleLink()];
    const bad = sampleLink({ code: "no space!" });
    const outcomes = await Promise.allSettled([good[0], bad, good[1]].map((link) => create(database, link)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { name: "DatabaseError", code: "ROW_REFUSED" } });
    for (const link of good) expect(await database.links.find(link)).toEqual(link);
    expect(database.stats().batches).toBe(1);
  });

  it("refuses values that no database could take alone, too", async () => {
    const { database } = await open();
    const good = sampleLink();
    const bad = sampleLink({ note: {} as string });
    const outcomes = await Promise.allSettled([create(database, bad), create(database, good)]);
    expect(outcomes[0]).toMatchObject({ reason: { code: "ROW_REFUSED" } });
    expect(outcomes[1]).toEqual({ status: "fulfilled", value: { kind: "created" } });
    expect(await database.links.find(good)).toEqual(good);
  });

  it("fails the whole batch when its commit fails, stores nothing of it, and goes on with the next", async () => {
    const { database, path } = await open();
    const [innocent, culprit] = [sampleLink(), sampleLink({ note: "culprit" })];
    const other = new DatabaseSync(path);
    // A rule that is looked at when the transaction ends, and not before.
    other.exec(`
      CREATE TABLE orphans (parent INTEGER REFERENCES owners (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER orphan AFTER INSERT ON links WHEN NEW.note = 'culprit'
      BEGIN INSERT INTO orphans VALUES (999999); END;
    `);
    other.close();
    const outcomes = await Promise.allSettled([create(database, innocent), create(database, culprit)]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: { name: "StoreError", code: "STORE_UNAVAILABLE" } });
    }
    expect(await database.links.find(innocent)).toBeUndefined();
    expect(database.stats()).toMatchObject({ batches: 0, failedBatches: 1, writerRestarts: 0 });
    expect(await create(database, innocent)).toEqual({ kind: "created" });
  });

  it("reserves numbers in blocks, with one commit for all who wait", async () => {
    const { database } = await open();
    await Promise.all(Array.from({ length: 64 }, () => database.links.nextNumber()));
    expect(database.stats().commands).toBe(1);
    await database.links.nextNumber();
    expect(database.stats().commands).toBe(2);
  });

  it("stores no link whose idempotency record is refused", async () => {
    const { database } = await open();
    const link = sampleLink();
    const idempotency = sampleRecord({ fingerprint: new Uint8Array(31) });
    await expect(database.links.create(createCommand(link, { idempotency }))).rejects.toMatchObject({
      code: "ROW_REFUSED",
    });
    expect(await database.links.find(link)).toBeUndefined();
    expect(await create(database, link)).toEqual({ kind: "created" });
  });
});
