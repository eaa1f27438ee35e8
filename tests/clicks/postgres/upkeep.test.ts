import type { DeadLetter } from "@narrows/clicks";
import { connectTo, openPostgresClicks } from "@narrows/clicks/postgres";
import { sampleClick, sampleClicks, totalOf } from "@narrows/clicks/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDatabase } from "../../links/postgres/database.ts";
import { openSession } from "../../links/postgres/session.ts";
import { eventually } from "../../program/deadline.ts";
import { postgresProgram, startPostgres, type PostgresServer } from "../../services/postgres-server.ts";
import { patientStore } from "./patient-store.ts";

const { domain, code } = sampleClick(0);
const link = { domain, code };
const patienceMs = 60_000;
const dayMs = 86_400_000;
const span = { from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16) };
const ten = { partition: "0", from: 0, to: 10, clicks: sampleClicks(10), dead: [] };

describe.skipIf(postgresProgram() === undefined)("a click store in PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function start() {
    const stack = new AsyncDisposableStack();
    const url = await makeDatabase(server);
    const open = () => {
      const store = openPostgresClicks({ connect: connectTo(url), ...patientStore });
      stack.defer(() => store.close());
      return store;
    };
    const session = stack.use(openSession(url));
    return { store: open(), open, session, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }

  it("counts a click once that comes again with another instant", async () => {
    await using at = await start();
    const clicks = [sampleClick(0), sampleClick(0, { at: span.from })];
    await at.store.store({ ...ten, clicks });
    const later = [sampleClick(0, { at: span.to + 2 * dayMs }), sampleClick(1)];
    await at.store.store({ ...ten, from: 10, to: 20, clicks: later });
    await at.store.store({ ...ten, partition: "1", clicks: [sampleClick(1, { at: span.to + 3 * dayMs })] });
    expect((await totalOf(at.store, link)).clicks).toBe(2);
    const week = { from: span.from, to: span.from + 7 * dayMs, link };
    expect((await at.store.counts(week)).clicks.human).toBe(2);
    expect(await at.store.clicks({ ...week, after: undefined, limit: 9 })).toHaveLength(2);
  });

  it("cannot say up to when everything is counted while one partition is not read to its end", async () => {
    await using at = await start();
    await at.store.complete("0", 5_000);
    await at.store.store({ ...ten, partition: "1" });
    expect((await totalOf(at.store, link)).asOf).toBeUndefined();
    await at.store.complete("1", 4_000);
    expect((await totalOf(at.store, link)).asOf).toBe(4_000);
  });

  it("lets who forgets raw clicks wait for who makes their days anew", async () => {
    await using at = await start();
    await at.store.store(ten);
    await at.session.run("BEGIN");
    await at.session.run("SELECT FROM narrows_clicks.buckets FOR UPDATE");
    const waiting = (count: number) =>
      eventually(patienceMs, `${count} that wait`, async () => {
        const locks = await at.session.run("SELECT 1 FROM pg_locks WHERE NOT granted");
        return locks.length >= count ? true : undefined;
      });
    const rebuilt = at.store.rebuild(span);
    await waiting(1);
    const forgotten = at.open().forget({ rawBefore: span.to, slotsBefore: undefined });
    await waiting(2);
    await at.session.run("COMMIT");
    await Promise.all([rebuilt, forgotten]);
    expect((await at.store.counts({ ...span, link })).clicks.human).toBe(10);
  });

  it("adds to totals what days that are made anew have more or less", async () => {
    await using at = await start();
    await at.store.store(ten);
    await at.store.store({ ...ten, from: 10, to: 11, clicks: [sampleClick(20, { at: span.to })] });
    await at.session.run(`DELETE FROM narrows_clicks.clicks WHERE at < ${sampleClick(3).at}`);
    await at.store.rebuild(span);
    expect((await totalOf(at.store, link)).clicks).toBe(8);
    await at.session.run("DELETE FROM narrows_clicks.totals");
    await at.session.run("DELETE FROM narrows_clicks.buckets");
    await at.store.rebuild(span);
    expect((await totalOf(at.store, link)).clicks).toBe(7);
  });

  it("keeps the newest thousand of what is no click, and those alone that are not forgotten", async () => {
    await using at = await start();
    const letter = (index: number): DeadLetter => {
      const found = { record: "?", fault: "no click", foundAt: 1_000 + Math.floor(index / 2) };
      return { partition: "0", batchTo: 10, index, ...found };
    };
    await at.store.store({ ...ten, dead: Array.from({ length: 1_003 }, (_, index) => letter(index)) });
    const kept = await at.store.deadLetters(2_000);
    expect([kept.length, kept[0]?.index, kept.at(-1)?.index]).toEqual([1_000, 1_002, 3]);
    await at.store.forget({ rawBefore: 1_500, slotsBefore: undefined });
    expect((await at.store.deadLetters(2_000)).map(({ index }) => index)).toEqual([1_002, 1_001, 1_000]);
  });
});
