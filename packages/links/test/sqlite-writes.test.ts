import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { openSqlite, type SqliteDatabase, type SqliteOptions } from "../src/stores/sqlite/index.ts";
import { createCommand, sampleLink, sampleRecord } from "../src/testing/index.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

const toClose: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

type Opened = { readonly database: SqliteDatabase; readonly path: string; readonly folder: TemporaryFolder };

async function open(options: Partial<SqliteOptions> = {}): Promise<Opened> {
  const folder = temporaryFolder();
  const path = folder.file("links.db");
  const database = await openSqlite({ path, ...options });
  toClose.push(folder.remove, () => database.close());
  return { database, path, folder };
}

/** Another program that has begun to write and does not end. */
function holdWriteLock(path: string): DatabaseSync {
  const holder = new DatabaseSync(path);
  holder.exec("BEGIN IMMEDIATE");
  toClose.push(() => {
    if (holder.isOpen) holder.close();
  });
  return holder;
}

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

describe("a full database", () => {
  it("fails the whole batch, goes on reading, and writes again once there is room", async () => {
    const { database } = await open({ maxFileBytes: 1_000_000 });
    const kept = sampleLink();
    await create(database, kept);
    const big = () => sampleRecord({ responseBody: "x".repeat(100_000), expiresAt: kept.createdAt + 1 });
    const fill = () => database.links.create(createCommand(sampleLink(), { idempotency: big() }));
    await expect(repeatUntilRefused(fill)).resolves.toMatchObject({ name: "StoreError", code: "STORE_FULL" });

    const innocent = sampleLink();
    const batch = await Promise.allSettled([create(database, innocent), fill(), fill()]);
    expect(batch.map((outcome) => outcome.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(batch[0]).toMatchObject({ reason: { code: "STORE_FULL" } });
    expect(await database.links.find(innocent)).toBeUndefined();
    expect(await database.links.find(kept)).toEqual(kept);

    await database.links.purgeIdempotency(kept.createdAt + 1, 100);
    expect(await create(database, innocent)).toEqual({ kind: "created" });
    expect(await fill()).toEqual({ kind: "created" });
    expect(database.stats().failedBatches).toBe(2);
  });
});

describe("a locked database", () => {
  it("answers a change within its time that it is locked, stores nothing, and goes on reading", async () => {
    const { database, path } = await open({ lockTimeoutMs: 50 });
    const kept = sampleLink();
    await create(database, kept);
    const holder = holdWriteLock(path);
    const link = sampleLink();
    await expect(create(database, link)).rejects.toMatchObject({ name: "StoreError", code: "STORE_LOCKED" });
    await expect(database.links.ping()).rejects.toMatchObject({ code: "STORE_LOCKED" });
    expect(await database.links.findTarget(kept)).toBeDefined();
    holder.exec("COMMIT");
    expect(await database.links.find(link)).toBeUndefined();
    expect(await create(database, link)).toEqual({ kind: "created" });
  });

  it("waits for a lock that is given back in time", async () => {
    const { database, path } = await open({ lockTimeoutMs: 10_000 });
    const holder = holdWriteLock(path);
    const outcome = create(database);
    await new Promise((resolve) => setImmediate(resolve));
    holder.exec("COMMIT");
    expect(await outcome).toEqual({ kind: "created" });
  });
});

describe("a writer thread that fails", () => {
  async function openWithWriter(options: Partial<SqliteOptions> = {}): Promise<Opened & { readonly writer: Worker }> {
    const started = once(process, "worker") as Promise<[Worker]>;
    const opened = await open(options);
    const [writer] = await started;
    return { ...opened, writer };
  }

  it("fails what it was doing when it is killed, and is started again", async () => {
    const { database, path, writer } = await openWithWriter();
    const kept = sampleLink();
    await create(database, kept);
    const holder = holdWriteLock(path);
    const lost = create(database);
    await new Promise((resolve) => setImmediate(resolve));
    const queued = create(database);
    void writer.terminate();
    await expect(lost).rejects.toMatchObject({ name: "StoreError", code: "STORE_UNAVAILABLE" });
    holder.exec("COMMIT");
    expect(await queued).toEqual({ kind: "created" });
    expect(await create(database)).toEqual({ kind: "created" });
    expect(await database.links.find(kept)).toEqual(kept);
    expect(database.stats()).toMatchObject({ writerRestarts: 1, failedBatches: 1 });
  });

  it("counts as dead when it stays silent, is ended, and is started again", async () => {
    const { database, path, writer } = await openWithWriter({ lockTimeoutMs: 60_000, deadlineMs: 2_000 });
    await create(database);
    const holder = holdWriteLock(path);
    await expect(create(database)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await once(writer, "exit");
    holder.exec("COMMIT");
    expect(await create(database)).toEqual({ kind: "created" });
    expect(database.stats().writerRestarts).toBe(1);
  });

  it("is not started over and over when it dies at once", async () => {
    const { database, folder, writer } = await openWithWriter();
    await create(database);
    await writer.terminate();
    // Nothing can be opened under this path any more, so every new thread dies in its first line.
    folder.remove();
    await expect(create(database)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(create(database)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(create(database)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(database.stats().writerRestarts).toBe(1);
  });
});

describe("closing", () => {
  it("answers every change that was accepted", async () => {
    const { database, path } = await open({ batchLimit: 10 });
    const links = Array.from({ length: 35 }, () => sampleLink());
    const outcomes = links.map((link) => create(database, link));
    await database.close();
    expect(await Promise.all(outcomes)).toEqual(links.map(() => ({ kind: "created" })));
    const again = await openSqlite({ path });
    toClose.push(() => again.close());
    for (const link of links) expect(await again.links.find(link)).toEqual(link);
  });

  it("leaves one file without a log", async () => {
    const { database, path, folder } = await open();
    await create(database);
    await database.close();
    expect(folder.names()).toEqual(["links.db"]);
    const alone = new DatabaseSync(path, { readOnly: true });
    expect(alone.prepare("SELECT count(*) AS links FROM links").get()).toMatchObject({ links: 1 });
    alone.close();
  });

  it("refuses everything afterwards, and may be called again", async () => {
    const { database } = await open();
    await database.close();
    await database.close();
    const query = { ownerId: undefined, domain: undefined, tag: undefined, codePrefix: undefined, host: undefined };
    for (const attempt of [
      () => create(database),
      () => database.links.find(sampleLink()),
      () => database.links.list({ ...query, limit: 1, after: undefined }),
      () => database.links.nextNumber(),
      () => database.links.ping(),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    }
  });
});

async function repeatUntilRefused(attempt: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await attempt();
    } catch (error) {
      return error;
    }
  }
  return undefined;
}
