import type { ClickBatch } from "@narrows/clicks";
import { connectTo, openPostgresClicks } from "@narrows/clicks/postgres";
import { sampleClick, sampleClicks, totalOf } from "@narrows/clicks/testing";
import { describe, expect, it } from "vitest";
import { openSession } from "../../links/postgres/session.ts";
import { eventually } from "../../program/deadline.ts";
import { postgresProgram, startPostgres } from "../../services/postgres-server.ts";
import { patientStore } from "./patient-store.ts";

const { domain, code } = sampleClick(0);
const link = { domain, code };
const patienceMs = 60_000;

function batch(from: number, to: number): ClickBatch {
  return { partition: "0", from, to, clicks: sampleClicks(to - from, from), dead: [] };
}

async function startStore(options: Partial<typeof patientStore> | Record<string, number> = {}) {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgres());
  const open = () => {
    const store = openPostgresClicks({ connect: connectTo(server.url), ...patientStore, ...options });
    stack.defer(() => store.close());
    return store;
  };
  return { server, store: open(), open, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

type Started = Awaited<ReturnType<typeof startStore>>;

/** What a writer does with a batch until it is stored. */
function untilStored({ store }: Pick<Started, "store">, given: ClickBatch): Promise<true> {
  return eventually(patienceMs, "A stored batch", () =>
    store.store(given).then(
      () => true as const,
      () => undefined,
    ),
  );
}

async function counts({ store }: Pick<Started, "store">) {
  const day = { from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16), link };
  const raw = await store.clicks({ ...day, after: undefined, limit: 10_000 });
  const rolledUp = (await store.counts(day)).clicks.human;
  const { clicks: total } = await totalOf(store, link);
  return { raw: raw.length, rolledUp, total, at: (await store.position("0")).at };
}

const everywhere = (count: number) => ({ raw: count, rolledUp: count, total: count, at: count });

describe.skipIf(postgresProgram() === undefined)("a click store whose PostgreSQL", () => {
  it("is killed before the commit, or after it, stores a batch once that is given again", async () => {
    await using at = await startStore();
    await at.store.store(batch(0, 50));
    const session = openSession(at.server.url);
    // The batch waits for this lock.
    await session.run("BEGIN");
    await session.run("SELECT pg_advisory_xact_lock(1314014018)");
    const unanswered = at.store.store(batch(50, 100)).catch((error: unknown) => error);
    await eventually(patienceMs, "A batch that waits", async () => {
      const waiting = await session.run("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
      return waiting.length > 0 ? true : undefined;
    });
    await at.server.kill();
    expect(await unanswered).toMatchObject({ code: "STORE_UNAVAILABLE" });
    await session[Symbol.asyncDispose]();
    await at.server.restart();
    await untilStored(at, batch(50, 100));

    // The next one is committed, and nobody heard of it.
    await at.store.store(batch(100, 150));
    await at.server.kill();
    await at.server.restart();
    await untilStored(at, batch(100, 150));
    expect(await counts(at)).toEqual(everywhere(150));
  });

  it("hangs, answers within the deadline that nothing is known, and goes on", async () => {
    await using at = await startStore({ storeMs: 3_000, lockMs: 3_000 });
    await untilStored(at, batch(0, 50));
    await at.server.signal("SIGSTOP");
    await expect(at.store.store(batch(50, 100))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await at.server.signal("SIGCONT");
    await untilStored(at, batch(50, 100));
    expect(await counts(at)).toEqual(everywhere(100));
  });

  it("has the roll-ups locked by somebody refuses a batch within the lock's deadline, and nothing else", async () => {
    await using at = await startStore({ lockMs: 500 });
    await at.store.store(batch(0, 50));
    await using session = openSession(at.server.url);
    await session.run("BEGIN");
    await session.run("SELECT pg_advisory_xact_lock(1314014018)");
    await expect(at.store.store(batch(50, 100))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await counts(at)).toEqual(everywhere(50));
    await session.run("ROLLBACK");
    await at.store.store(batch(50, 100));
    expect(await counts(at)).toEqual(everywhere(100));
  });

  it("has the totals of links locked by somebody gives reports, which wait for no totals that may be given up", async () => {
    await using at = await startStore();
    await at.store.store(batch(0, 50));
    await using session = openSession(at.server.url);
    await session.run("BEGIN");
    await session.run("LOCK TABLE narrows_clicks.totals IN ACCESS EXCLUSIVE MODE");
    const { signal } = new AbortController();
    // As many as there are connections.
    const totals = Promise.allSettled([1, 2].map(() => at.store.totals([link], signal)));
    const day = { from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16), link };
    expect((await at.store.counts(day)).clicks.human).toBe(50);
    expect((await totals).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await session.run("ROLLBACK");
    const read = () => at.store.totals([link], signal).catch(() => undefined);
    expect(await eventually(patienceMs, "Totals", read)).toMatchObject({ clicks: [50] });
  });

  it("answers nobody lets go of a question that is given up before it has a connection", async () => {
    await using at = await startStore();
    await at.store.store(batch(0, 50));
    await using session = openSession(at.server.url);
    await session.run("BEGIN");
    await session.run("LOCK TABLE narrows_clicks.totals IN ACCESS EXCLUSIVE MODE");
    const patient = Promise.all([1, 2].map(() => at.store.totals([link])));
    await eventually(patienceMs, "Two that wait", async () => {
      const waiting = await session.run("SELECT 1 FROM pg_locks WHERE locktype = 'relation' AND NOT granted");
      return waiting.length === 2 ? true : undefined;
    });
    const gaveUp = new AbortController();
    const givenUp = at.store.totals([link], gaveUp.signal);
    setImmediate(() => gaveUp.abort());
    await expect(givenUp).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await session.run("ROLLBACK");
    expect((await patient).map(({ clicks }) => clicks)).toEqual([[50], [50]]);
  });

  it("is away is told of by every call, until it is there", async () => {
    await using at = await startStore();
    await at.server.kill();
    const away = { code: "STORE_UNAVAILABLE" };
    await expect(at.store.position("0")).rejects.toMatchObject(away);
    await expect(at.store.store(batch(0, 50))).rejects.toMatchObject(away);
    await expect(totalOf(at.store, link)).rejects.toMatchObject(away);
    await at.server.restart();
    await untilStored(at, batch(0, 50));
    expect(await counts(at)).toEqual(everywhere(50));
  });
});
