import { once } from "node:events";
import { copyFileSync, existsSync, renameSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { SqliteDatabase, SqliteOptions } from "../src/stores/sqlite/index.ts";
import { createCommand, sampleLink, sampleRecord } from "../src/testing/index.ts";
import { useTemporarySqlite, type OpenedSqlite } from "./temporary-sqlite.ts";

const { open, after } = useTemporarySqlite();

const create = (database: SqliteDatabase, link = sampleLink()) => database.links.create(createCommand(link));

/** Another program that has begun to write and does not end. */
function holdWriteLock(path: string): DatabaseSync {
  const holder = new DatabaseSync(path);
  holder.exec("BEGIN IMMEDIATE");
  after(() => {
    if (holder.isOpen) holder.close();
  });
  return holder;
}

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

describe("a database file that is not the opened one any more", () => {
  const gone = { name: "StoreError", code: "STORE_UNAVAILABLE", message: /put it back/i };
  const refused = { ...gone, message: expect.stringMatching(gone.message) as string };

  it("takes no change while it is moved away, and goes on once it is back", async () => {
    const { database, path } = await open();
    const kept = sampleLink();
    await create(database, kept);
    renameSync(path, `${path}.moved`);
    await expect(create(database)).rejects.toMatchObject(refused);
    await expect(database.links.ping()).rejects.toMatchObject(refused);
    expect(existsSync(path)).toBe(false);
    expect(await database.links.find(kept)).toEqual(kept);
    renameSync(`${path}.moved`, path);
    await database.links.ping();
    expect(await create(database)).toEqual({ kind: "created" });
  });

  it("takes no change while another one lies in its place", async () => {
    const { database, path } = await open();
    await create(database);
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    await expect(create(database)).rejects.toMatchObject(refused);
    await expect(database.links.ping()).rejects.toMatchObject(refused);
  });
});

describe("a writer thread that fails", () => {
  async function openWithWriter(
    options: Partial<SqliteOptions> = {},
  ): Promise<OpenedSqlite & { readonly writer: Worker }> {
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
    await expect(lost).rejects.toMatchObject({ name: "StoreError", code: "STORE_OUTCOME_UNKNOWN" });
    holder.exec("COMMIT");
    expect(await queued).toEqual({ kind: "created" });
    expect(await create(database)).toEqual({ kind: "created" });
    expect(await database.links.find(kept)).toEqual(kept);
    expect(database.stats()).toMatchObject({ writerRestarts: 1, failedBatches: 1 });
  });

  it("counts as dead when it stays silent, is ended, and is started again", async () => {
    const { database, path, writer } = await openWithWriter({ deadlineMs: 100_000 });
    await create(database);
    const holder = holdWriteLock(path);
    const hasExited = once(writer, "exit");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const silence = create(database).catch((error: unknown) => error);
    // It goes out at the end of this turn, and its deadline begins.
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(100_000);
    vi.useRealTimers();
    expect(await silence).toMatchObject({ code: "STORE_OUTCOME_UNKNOWN" });
    await hasExited;
    holder.exec("COMMIT");
    expect(await create(database)).toEqual({ kind: "created" });
    expect(database.stats().writerRestarts).toBe(1);
  });

  it("makes no new file when it is started again after the file was moved", async () => {
    const { database, path, writer } = await openWithWriter();
    await create(database);
    renameSync(path, `${path}.moved`);
    await writer.terminate();
    await expect(create(database)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(existsSync(path)).toBe(false);
  });

  it("is not started over and over when it dies at once", async () => {
    const { database, folder, writer } = await openWithWriter();
    await create(database);
    await writer.terminate();
    // Nothing can be opened under this path any more, so every new thread dies in its first line.
    folder.remove();
    const startedAtMs = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(startedAtMs);
    onTestFinished(() => clock.mockRestore());
    for (const [afterMs, restarts] of [
      [0, 1],
      [0, 1],
      [999, 1],
      [1_000, 2],
    ] as const) {
      clock.mockReturnValue(startedAtMs + afterMs);
      await expect(create(database)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      expect(database.stats().writerRestarts).toBe(restarts);
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
