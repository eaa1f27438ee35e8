import { describe, expect, it, vi } from "vitest";
import type { ClickStore } from "../../src/click-store.ts";
import type { Fault, FaultPlan } from "../../src/testing/fault-plan.ts";
import { openMemoryClickLog } from "../../src/testing/memory-click-log.ts";
import { openMemoryClickStore } from "../../src/testing/memory-click-store.ts";
import { faultyLog, faultySource, faultyStore } from "./faulty-ends.ts";
import { count, ledgerOf, recordAll, startWriter, untilEmpty } from "./pipeline.ts";

const exact = { stored: count, duplicates: 0 };

/** A call that a fault leaves without an answer is given up soon; any other has its time, however busy the machine is. */
const impatient = { callMs: 20 };

/** Every so many calls one of the faults, in turn. */
function everyNth(nth: number, ...faults: readonly Fault[]): FaultPlan {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % nth === 0 ? faults[(calls / nth - 1) % faults.length] : undefined;
  };
}

describe("the ledger of clicks", () => {
  it("is exact when appends fail before and after their effect", async () => {
    const log = openMemoryClickLog();
    const store = openMemoryClickStore();
    startWriter(log, store);
    expect(await recordAll(faultyLog(log, everyNth(5, "before", "after")))).toEqual({
      recorded: count,
      taken: count,
      dropped: 0,
    });
    await untilEmpty(log);
    expect(ledgerOf(store)).toEqual(exact);
  });

  for (const overflow of ["drop", "sample"] as const) {
    it(`misses what the recorder has dropped and nothing else, where it is to ${overflow}`, async () => {
      const log = openMemoryClickLog();
      const store = openMemoryClickStore();
      startWriter(log, store);
      const plan = everyNth(2, "before");
      const books = await recordAll(faultyLog(log, plan), { maxVisits: 120, overflow });
      await untilEmpty(log);
      expect(books.dropped).toBeGreaterThan(0);
      expect({ ...ledgerOf(store), sum: books.taken + books.dropped }).toEqual({
        stored: books.taken,
        duplicates: 0,
        sum: count,
      });
    });
  }

  it("counts twice what was appended twice where ids are not looked at", async () => {
    const log = openMemoryClickLog();
    const store = openMemoryClickStore({ checksIds: false });
    startWriter(log, store);
    await recordAll(faultyLog(log, everyNth(5, "after")));
    await untilEmpty(log);
    expect(ledgerOf(store).duplicates).toBeGreaterThan(0);
  });

  // The position alone has to hold these: ids are not looked at.
  for (const faults of [["before"], ["after"], ["silent"], ["before", "after", "silent"]] as const) {
    it(`is exact when the store fails: ${faults.join(", ")}`, async () => {
      const log = openMemoryClickLog();
      const store = openMemoryClickStore({ checksIds: false });
      await recordAll(log);
      startWriter(log, faultyStore(store, everyNth(7, ...faults)), impatient);
      await untilEmpty(log);
      expect(ledgerOf(store)).toEqual(exact);
    });
  }

  it("is exact when the log fails to be read and to be released", async () => {
    const log = openMemoryClickLog();
    const store = openMemoryClickStore({ checksIds: false });
    await recordAll(log);
    startWriter(faultySource(log, everyNth(6, "before", "after", "silent")), store, impatient);
    await untilEmpty(log);
    expect(ledgerOf(store)).toEqual(exact);
  });

  it("is exact when writers are killed between store and release", async () => {
    const { log, store } = await killWriters({ checksPositions: true });
    await untilEmpty(log);
    expect(ledgerOf(store)).toEqual(exact);
  });

  it("doubles when writers are killed between store and release and positions are not looked at", async () => {
    const { store } = await killWriters({ checksPositions: false });
    await vi.waitUntil(() => ledgerOf(store).stored === count, { timeout: 20_000, interval: 5 });
    expect(ledgerOf(store).duplicates).toBeGreaterThan(0);
  });

  it("is exact with two writers at once", async () => {
    const log = openMemoryClickLog();
    const store = openMemoryClickStore({ checksIds: false });
    await recordAll(log);
    const writers = [40, 70].map((batchSize) => startWriter(log, slow(store), { batchSize }));
    await untilEmpty(log);
    expect(ledgerOf(store)).toEqual(exact);
    // Both have tried for the same batch, else this would show nothing.
    expect(writers.some((writer) => (writer.stats().failures["POSITION_MOVED"] ?? 0) > 0)).toBe(true);
  });

  it("doubles with two writers at once when positions are not looked at", async () => {
    const log = openMemoryClickLog();
    const store = openMemoryClickStore({ checksIds: false, checksPositions: false });
    await recordAll(log);
    for (const batchSize of [40, 70]) startWriter(log, slow(store), { batchSize });
    await vi.waitUntil(() => ledgerOf(store).stored === count, { timeout: 20_000, interval: 5 });
    expect(ledgerOf(store).duplicates).toBeGreaterThan(0);
  });

  it("is exact when a writer is stopped for a day in the middle of a batch and wakes up beside another", async () => {
    const log = openMemoryClickLog();
    const store = openMemoryClickStore({ checksIds: false });
    await recordAll(log);
    let now = Date.now();
    const wake = Promise.withResolvers<void>();
    const asleep = Promise.withResolvers<void>();
    const sleeper: ClickStore = {
      ...store,
      async store(batch) {
        asleep.resolve();
        await wake.promise;
        await store.store(batch);
      },
    };
    const stopped = startWriter(log, sleeper, { now: () => now, callMs: 600_000 });
    await asleep.promise;
    startWriter(log, store, { now: () => now });
    await untilEmpty(log);
    now += 24 * 60 * 60_000;
    wake.resolve();
    await vi.waitUntil(() => stopped.stats().failures["POSITION_MOVED"] === 1, { timeout: 20_000, interval: 5 });
    expect(ledgerOf(store)).toEqual(exact);
  });
});

/** Writers that store one batch each and never release it, as if they were killed then; the last one goes on. */
async function killWriters({ checksPositions }: { readonly checksPositions: boolean }) {
  const log = openMemoryClickLog();
  const store = openMemoryClickStore({ checksIds: false, checksPositions });
  // What is not looked at is not known either: a writer without positions begins where the log was released.
  const known = checksPositions ? store : { ...store, position: async () => ({ at: log.released, begun: undefined }) };
  await recordAll(log);
  for (let killed = 0; killed < 5; killed += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const source = { ...log, release: () => (resolve(), new Promise<never>(() => undefined)) };
    startWriter(source, known, { callMs: 600_000 });
    await promise;
  }
  startWriter(log, known);
  return { log, store };
}

/** Takes so long that another writer comes between. */
const slow = (store: ClickStore): ClickStore => ({
  ...store,
  async store(batch) {
    await new Promise((resolve) => setImmediate(resolve));
    await store.store(batch);
  },
});
