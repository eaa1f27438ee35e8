import { join } from "node:path";
import { endOfLog, type ClickCounts, type ClickStore } from "@narrows/clicks";
import { connectTo, fillPostgresClicks, openPostgresClicks } from "@narrows/clicks/postgres";
import { openSqliteClickContents, openSqliteClicks } from "@narrows/clicks/sqlite";
import { batchOf, newClick, randomClicks, seededRandom, totalOf } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase } from "../../links/postgres/database.ts";
import { makeTempFolder } from "../../program/temp-folder.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { patientStore } from "./patient-store.ts";

const links = ["a", "b", "c"].map((code) => ({ domain: code === "c" ? "go.example" : "", code }));
const span = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 8, 4) };
const bounds = Array.from({ length: 25 }, (_, hours) => span.from + hours * 3 * 3_600_000);
const letter = {
  partition: "p",
  batchTo: 3_000,
  index: 0,
  record: "no \u0000click",
  fault: "CLICK_MALFORMED",
  foundAt: 1,
};

/** Several batches, so that roll-ups hold values that were joined. */
function batches(partition: string, seed: number) {
  const clicks = randomClicks(seededRandom(seed), { count: 3_000, links, spans: [span], visitors: 700 });
  return [0, 1_000, 2_000].map((from) => batchOf(clicks.slice(from, from + 1_000), { partition, from }));
}

const oneClick = (partition: string, from = 0) =>
  batchOf([newClick({ at: span.from, code: "a" })], { partition, from });

/** As after more than the time for which single clicks are kept: whatever was let go is forgotten. */
async function endAndForget(store: ClickStore, partition: string): Promise<void> {
  await store.complete(partition, endOfLog);
  await store.letGo(partition);
  await store.forget({ rawBefore: Date.now() + 60_000, slotsBefore: undefined });
  expect((await store.partitions()).map((state) => state.partition)).not.toContain(partition);
}

/** All that a store can be asked. */
async function reports(store: ClickStore & ClickCounts) {
  const classes = ["human", "bot"] as const;
  const asked = [...links, undefined].map(async (link) => ({
    counts: await store.counts({ ...span, link }),
    series: await store.series(link, bounds),
    referrers: await store.breakdown({ ...span, link, dimension: "referrer", classes, limit: 100 }),
    campaigns: await store.breakdown({ ...span, link, dimension: "utmCampaign", classes, limit: 100 }),
    total: link === undefined ? undefined : await totalOf(store, link),
    clicks: link === undefined ? [] : await store.clicks({ ...span, link, after: undefined, limit: 10_000 }),
  }));
  const top = await store.top({ ...span, classes, among: undefined, limit: 10 });
  return { links: await Promise.all(asked), top, partitions: await store.partitions() };
}

describe.skipIf(postgresProgram() === undefined)("clicks of a file that are put into PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function start() {
    const stack = new AsyncDisposableStack();
    const folder = stack.use(await makeTempFolder()).path;
    const path = join(folder, "clicks.sqlite");
    const url = await makeDatabase(server);
    const open = async (filePath: string) => {
      const store = await openSqliteClicks({ path: filePath });
      stack.defer(() => store.close());
      return store;
    };
    const file = await open(path);
    const database = openPostgresClicks({ connect: connectTo(url), ...patientStore });
    stack.defer(() => database.close());
    const { signal } = new AbortController();
    const otherPath = join(folder, "other.sqlite");
    const copy = async (until = signal, from = path) => {
      const contents = openSqliteClickContents(from);
      try {
        return await fillPostgresClicks({ connect: connectTo(url), contents, signal: until });
      } finally {
        contents.close();
      }
    };
    const copyOther = () => copy(signal, otherPath);
    const openOther = () => open(otherPath);
    return { file, database, copy, openOther, copyOther, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }

  it("give the same reports, and count once what their log gives again", async () => {
    await using at = await start();
    for (const batch of batches("p", 7)) await at.file.store(batch);
    await at.file.store(batchOf([], { partition: "p", from: 3_000, dead: [letter] }));
    await at.file.complete("p", span.to);
    await at.copy();
    const before = await reports(at.file);
    expect(await reports(at.database)).toEqual(before);
    expect(await at.database.deadLetters(9)).toMatchObject([{ partition: "p", fault: letter.fault }]);

    // A writer that starts on the new store, with what is left of the log.
    for (const batch of batches("p", 7)) await at.database.store(batch);
    await at.database.store(batchOf([newClick({ at: span.from, code: "a" })], { partition: "p", from: 3_001 }));
    const total = await totalOf(at.database, { domain: "", code: "a" });
    expect(total.clicks).toBe((await totalOf(at.file, { domain: "", code: "a" })).clicks + 1);
  });

  it("are put there again with what was counted since", async () => {
    await using at = await start();
    const [first, ...others] = batches("p", 8);
    if (first !== undefined) await at.file.store(first);
    await at.copy();
    for (const batch of others) await at.file.store(batch);
    expect(await at.copy()).toMatchObject({ target: { singleClicks: 3_000 } });
    expect(await reports(at.database)).toEqual(await reports(at.file));
  });

  it.each(["p", "q"])("replace nothing that was counted there alone, in partition %s", async (partition) => {
    await using at = await start();
    for (const batch of batches("p", 9).slice(0, 1)) await at.file.store(batch);
    await at.copy();
    const from = (await at.database.position(partition)).at;
    await at.database.store(batchOf([newClick({ at: span.from, code: "a" })], { partition, from }));
    const before = await reports(at.database);
    expect(await at.copy()).toBeUndefined();
    expect(await reports(at.database)).toEqual(before);
  });

  it.each(["before the copy", "after it"])(
    "are put there again once a log that ended %s is forgotten",
    async (when) => {
      await using at = await start();
      for (const batch of batches("p", 11)) await at.file.store(batch);
      if (when === "before the copy") {
        await at.file.complete("p", endOfLog);
        await at.file.letGo("p");
      }
      await at.copy();
      await at.file.store(oneClick("q"));
      await endAndForget(at.file, "p");
      expect(await at.copy()).toMatchObject({ target: { singleClicks: 0 } });
      expect(await reports(at.database)).toEqual(await reports(at.file));
      await at.file.store(oneClick("q", 1));
      expect(await at.copy()).toBeDefined();
      expect(await reports(at.database)).toEqual(await reports(at.file));
    },
  );

  it.each(["p", "q"])(
    "replace nothing that was counted there alone, in partition %s that both forget",
    async (there) => {
      await using at = await start();
      await at.file.store(oneClick("p"));
      await at.copy();
      await at.database.store(oneClick(there, (await at.database.position(there)).at));
      const before = await reports(at.database);
      await at.file.store(oneClick("more"));
      await endAndForget(at.file, "p");
      expect(await at.copy()).toBeUndefined();
      expect(await reports(at.database)).toEqual(before);
      await endAndForget(at.database, there);
      const { top } = await reports(at.database);
      expect(await at.copy()).toBeUndefined();
      expect((await reports(at.database)).top).toEqual(top);
    },
  );

  it("replace nothing that was copied from a file that went on elsewhere", async () => {
    await using at = await start();
    await at.file.store(oneClick("p"));
    await at.file.store(oneClick("p", 1));
    await at.copy();
    const before = await reports(at.database);
    const other = await at.openOther();
    await other.store(oneClick("q"));
    // It can have forgotten nothing yet, and then no more than it has ever counted.
    expect(await at.copyOther()).toBeUndefined();
    await endAndForget(other, "q");
    expect(await at.copyOther()).toBeUndefined();
    expect(await reports(at.database)).toEqual(before);
  });

  it("replace nothing that was copied, where the file cannot have forgotten it yet", async () => {
    await using at = await start();
    await at.file.store(oneClick("p"));
    await at.copy();
    const other = await at.openOther();
    await other.store(oneClick("q"));
    await other.store(oneClick("q", 1));
    await other.forget({ rawBefore: span.to, slotsBefore: undefined });
    expect(await at.copyOther()).toBeUndefined();
    expect((await at.database.partitions()).map(({ partition }) => partition)).toEqual(["p"]);
  });

  it("replace nothing that was copied, where the file stands before it", async () => {
    await using at = await start();
    await at.file.store(oneClick("p"));
    await at.file.store(oneClick("p", 1));
    await at.copy();
    const other = await at.openOther();
    for (const batch of [oneClick("p"), oneClick("q"), oneClick("q", 1)]) await other.store(batch);
    await endAndForget(other, "q");
    expect(await at.copyOther()).toBeUndefined();
    expect((await at.database.partitions()).map(({ partition }) => partition)).toEqual(["p"]);
  });

  it("change nothing when the copy is ended", async () => {
    await using at = await start();
    for (const batch of batches("p", 10)) await at.file.store(batch);
    await expect(at.copy(AbortSignal.abort())).rejects.toThrow("aborted");
    expect(await at.database.partitions()).toEqual([]);
  });
});
