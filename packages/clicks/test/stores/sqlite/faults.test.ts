import { renameSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { Click } from "../../../src/click.ts";
import { batchOf, newClick, totalOf } from "../../../src/testing/index.ts";
import { useTemporaryClicks } from "./temporary-clicks.ts";

const at = Date.UTC(2026, 5, 10);
const link = { domain: "", code: "code" };
/** SQLite's result codes. */
const [busy, full, notADatabase] = [5, 13, 26];

describe("a file of clicks that fails", () => {
  const temporary = useTemporaryClicks();

  it("stores nothing of a batch for which there is no room, and all of it when there is", async () => {
    const path = temporary.path();
    const cramped = await temporary.open(path, { maxFileBytes: 200_000 });
    const batch = batchOf(clicksWithLongTexts(2_000));
    await expect(cramped.store(batch)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", cause: { errcode: full } });
    expect(await cramped.position("0")).toEqual({ at: 0, begun: undefined });
    expect(await totalOf(cramped, link)).toMatchObject({ clicks: 0 });
    await cramped.close();
    const roomy = await temporary.open(path);
    await roomy.store(batch);
    expect(await totalOf(roomy, link)).toMatchObject({ clicks: 2_000 });
  });

  it("refuses a batch while another process holds the file, and stores it afterwards", async () => {
    const path = temporary.path();
    const store = await temporary.open(path, { lockTimeoutMs: 20 });
    const release = lock(path);
    const batch = batchOf(clicksWithLongTexts(3));
    await expect(store.store(batch)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", cause: { errcode: busy } });
    expect(await totalOf(store, link)).toMatchObject({ clicks: 0 });
    release();
    await store.store(batch);
    expect(await totalOf(store, link)).toMatchObject({ clicks: 3 });
  });

  it("opens at once while another process writes, for nothing is to be changed", async () => {
    const path = temporary.path();
    await (await temporary.open(path)).close();
    const release = lock(path);
    const store = await temporary.open(path, { lockTimeoutMs: 20 });
    expect(await totalOf(store, link)).toMatchObject({ clicks: 0 });
    expect(await store.partitions()).toEqual([]);
    release();
  });

  it("stores while somebody reads for long", async () => {
    const path = temporary.path();
    const store = await temporary.open(path, { lockTimeoutMs: 20 });
    const reader = new DatabaseSync(path);
    temporary.after(() => reader.close());
    reader.exec("BEGIN; SELECT count(*) FROM clicks");
    await store.store(batchOf(clicksWithLongTexts(3)));
    expect(await totalOf(store, link)).toMatchObject({ clicks: 3 });
  });

  it("lets no more batches wait than it is told", async () => {
    const path = temporary.path();
    const store = await temporary.open(path, { batchQueueLimit: 1 });
    await store.position("0");
    const release = lock(path);
    const given = ["a", "b", "c"].map((partition) => store.store(batchOf(clicksWithLongTexts(1), { partition })));
    await expect(given[2]).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(store.stats().writer).toMatchObject({ queued: 1, overloaded: 1 });
    release();
    await Promise.all(given.slice(0, 2));
    expect(await totalOf(store, link)).toMatchObject({ clicks: 2 });
  });

  it("ends within its deadline though a batch waits for another process", async () => {
    const path = temporary.path();
    const store = await temporary.open(path, { lockTimeoutMs: 30_000, closeDeadlineMs: 10 });
    await store.position("0");
    const release = lock(path);
    const batch = batchOf(clicksWithLongTexts(1));
    const outcome = Promise.allSettled([store.store(batch)]);
    await store.close();
    expect(await outcome).toMatchObject([{ reason: { code: "STORE_UNAVAILABLE" } }]);
    release();
    const again = await temporary.open(path);
    await again.store(batch);
    expect(await totalOf(again, link)).toMatchObject({ clicks: 1 });
  });

  it("writes to no file that was moved away, and goes on when it is back", async () => {
    const path = temporary.path();
    const store = await temporary.open(path);
    await store.store(batchOf(clicksWithLongTexts(1)));
    renameSync(path, `${path}.moved`);
    const next = batchOf(clicksWithLongTexts(1), { from: 1 });
    await expect(store.store(next)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    renameSync(`${path}.moved`, path);
    await store.store(next);
    expect(await totalOf(store, link)).toMatchObject({ clicks: 2 });
  });

  it("is refused when a newer release has written it", async () => {
    const path = temporary.path();
    await (await temporary.open(path)).close();
    change(path, "PRAGMA user_version = 99");
    await expect(temporary.open(path)).rejects.toMatchObject({ code: "STORE_NEWER" });
  });

  it("is refused when a newer release changes it meanwhile", async () => {
    const path = temporary.path();
    const store = await temporary.open(path);
    change(path, "PRAGMA user_version = 99");
    await expect(store.store(batchOf([]))).rejects.toMatchObject({ code: "STORE_NEWER" });
    await expect(totalOf(store, link)).rejects.toMatchObject({ code: "STORE_NEWER" });
  });

  it("is refused when it is no database, another program's, or in no folder", async () => {
    const path = temporary.path();
    writeFileSync(path, "This is a letter to my aunt. ".repeat(100));
    const refused = { code: "STORE_UNAVAILABLE" };
    await expect(temporary.open(path)).rejects.toMatchObject({ ...refused, cause: { errcode: notADatabase } });
    const foreign = temporary.path();
    change(foreign, "CREATE TABLE recipes (name TEXT)");
    await expect(temporary.open(foreign)).rejects.toMatchObject(refused);
    await expect(temporary.open(`${foreign}/none/clicks.sqlite`)).rejects.toMatchObject(refused);
  });

  it("keeps the newest dead letters and counts the others", async () => {
    const store = await temporary.open(temporary.path(), { keptDeadLetters: 5 });
    for (let from = 0; from < 8; from += 1) {
      const letter = { partition: "0", batchTo: from + 1, index: 0, record: `${from}`, fault: "no", foundAt: from };
      await store.store(batchOf([], { from, dead: [letter] }));
    }
    expect((await store.deadLetters(100)).map(({ record }) => record)).toEqual(["7", "6", "5", "4", "3"]);
    expect(await store.removedDeadLetters()).toBe(3);
  });

  it("gets its roll-ups and totals back from the raw clicks", async () => {
    const path = temporary.path();
    const store = await temporary.open(path);
    const [from, to] = [at, at + 86_400_000];
    await store.store(batchOf(clicksWithLongTexts(30)));
    const query = { from, to, link, dimension: "utmTerm", classes: ["human"], limit: 100 } as const;
    const before = [await store.counts({ from, to, link }), await store.breakdown(query), await totalOf(store, link)];
    change(path, "UPDATE buckets SET human = human + 5; UPDATE links SET humans = humans + 5");
    expect(await totalOf(store, link)).toMatchObject({ clicks: 35 });
    await store.rebuild({ from, to });
    expect([await store.counts({ from, to, link }), await store.breakdown(query), await totalOf(store, link)]).toEqual(
      before,
    );
  });
});

function clicksWithLongTexts(count: number): readonly Click[] {
  return Array.from({ length: count }, (_, index) =>
    newClick({ ...link, at: at + index, utmTerm: `${index} `.padEnd(200, "x") }),
  );
}

/** Holds the file as another process would that writes. */
function lock(path: string): () => void {
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  return () => other.close();
}

function change(path: string, sql: string): void {
  const other = new DatabaseSync(path);
  other.exec(sql);
  other.close();
}
