import { join } from "node:path";
import type { ClickCounts, ClickStore } from "@narrows/clicks";
import { connectTo, fillPostgresClicks, openPostgresClicks } from "@narrows/clicks/postgres";
import { openSqliteClickContents, openSqliteClicks } from "@narrows/clicks/sqlite";
import { batchOf, newClick, randomClicks, seededRandom } from "@narrows/clicks/testing";
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

/** All that a store can be asked. */
async function reports(store: ClickStore & ClickCounts) {
  const classes = ["human", "bot"] as const;
  const asked = [...links, undefined].map(async (link) => ({
    counts: await store.counts({ ...span, link }),
    series: await store.series(link, bounds),
    referrers: await store.breakdown({ ...span, link, dimension: "referrer", classes, limit: 100 }),
    campaigns: await store.breakdown({ ...span, link, dimension: "utmCampaign", classes, limit: 100 }),
    total: link === undefined ? undefined : await store.total(link),
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
    const path = join(stack.use(await makeTempFolder()).path, "clicks.sqlite");
    const url = await makeDatabase(server);
    const file = await openSqliteClicks({ path });
    stack.defer(() => file.close());
    const database = openPostgresClicks({ connect: connectTo(url), ...patientStore });
    stack.defer(() => database.close());
    const { signal } = new AbortController();
    const copy = async (until = signal) => {
      const contents = openSqliteClickContents(path);
      try {
        return await fillPostgresClicks({ connect: connectTo(url), contents, signal: until });
      } finally {
        contents.close();
      }
    };
    return { file, database, copy, [Symbol.asyncDispose]: () => stack.disposeAsync() };
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
    const total = await at.database.total({ domain: "", code: "a" });
    expect(total.clicks).toBe((await at.file.total({ domain: "", code: "a" })).clicks + 1);
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

  it("change nothing when the copy is ended", async () => {
    await using at = await start();
    for (const batch of batches("p", 10)) await at.file.store(batch);
    await expect(at.copy(AbortSignal.abort())).rejects.toThrow("aborted");
    expect(await at.database.partitions()).toEqual([]);
  });
});
