import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linkTarget, type LinkTarget } from "../src/link.ts";
import { createSharedLookups } from "../src/shared-lookups.ts";
import { sampleLink } from "../src/testing/index.ts";
import { makeSharedCache } from "./shared-cache-in-memory.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const link = sampleLink();
const key = { domain: link.domain, code: link.code };
const at = (version: number): LinkTarget => linkTarget({ ...link, version });
const name = `${key.domain}/${key.code}`;

function setUp() {
  const shared = makeSharedCache();
  const store = {
    target: at(1) as LinkTarget | undefined,
    reads: 0,
    answer: async (): Promise<unknown> => undefined,
  };
  const trust = { isTrusted: true };
  const lookups = createSharedLookups({
    shared: shared.cache,
    store: {
      async findTarget() {
        store.reads += 1;
        const { target } = store;
        await store.answer();
        return target;
      },
    },
    isTrusted: () => trust.isTrusted,
    deadlineMs: 20,
    monotonicMs: () => Date.now(),
  });
  return { ...shared, store, trust, lookups };
}

/** What a Redis that hangs gives. */
const never = (): Promise<never> => new Promise(() => undefined);
const broken = (): Promise<never> => Promise.reject(new Error("READONLY You can't write against a read only replica."));

describe("createSharedLookups", () => {
  it("asks the store once and finds the link in the cache from then on", async () => {
    const { lookups, store, kept } = setUp();
    expect(await lookups.findTarget(key)).toEqual(at(1));
    expect(kept.get(name)?.target).toEqual(at(1));
    expect(await lookups.findTarget(key)).toEqual(at(1));
    expect(store.reads).toBe(1);
    expect(lookups.stats().lookups).toEqual({ hit: 1, miss: 1, failed: 0, bypassed: 0 });
  });

  it("remembers in the cache that there is no link, until one is made", async () => {
    const { lookups, store } = setUp();
    store.target = undefined;
    expect(await lookups.findTarget(key)).toBeUndefined();
    expect(await lookups.findTarget(key)).toBeUndefined();
    expect(store.reads).toBe(1);
    store.target = at(1);
    lookups.tell({ kind: "created", link });
    expect(await lookups.findTarget(key)).toEqual(at(1));
  });

  it("puts what was created and changed, so that others find it without the store", async () => {
    const { lookups, kept } = setUp();
    lookups.tell({ kind: "created", link });
    expect(kept.get(name)?.target).toEqual(at(1));
    lookups.tell({ kind: "changed", link: { ...link, version: 2, enabled: false } });
    expect(kept.get(name)?.target).toEqual({ ...at(2), enabled: false });
  });

  it("does not believe the cache in what is older than a change that was heard, though the cache missed it", async () => {
    const { lookups, store, kept } = setUp();
    await lookups.findTarget(key);
    store.target = at(2);
    lookups.hear({ ...key, version: 2 });
    expect(kept.get(name)?.version).toBe(1);
    expect(await lookups.findTarget(key)).toEqual(at(2));
    expect(kept.get(name)?.version).toBe(2);
  });

  it("does not tell others what a change overtook while the store was read", async () => {
    const { lookups, store, kept } = setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    store.answer = () => promise;
    const late = lookups.findTarget(key);
    await vi.advanceTimersByTimeAsync(1);
    lookups.hear({ ...key, version: 2 });
    resolve();
    await late;
    expect(kept.get(name)).toBeUndefined();
  });

  it("does not tell others what it read long ago", async () => {
    const { lookups, store, kept } = setUp();
    store.answer = () => new Promise((resolve) => setTimeout(resolve, 6_000));
    const slow = lookups.findTarget(key);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await slow).toEqual(at(1));
    expect(kept.size).toBe(0);
  });

  it("asks the store for a while when it is not known whether a change was made", async () => {
    const { lookups, store } = setUp();
    await lookups.findTarget(key);
    lookups.tell({ kind: "unknown", key });
    store.target = at(2);
    expect(await lookups.findTarget(key)).toEqual(at(2));
    await vi.advanceTimersByTimeAsync(3_000);
    lookups.hear({ ...key, version: 2 });
    expect(await lookups.findTarget(key)).toEqual(at(2));
  });

  it("asks the store after 20 ms when the cache hangs, and at once when it has hung five times", async () => {
    const { lookups, state, store } = setUp();
    state.fault = never;
    for (let round = 0; round < 5; round += 1) {
      const startedAtMs = Date.now();
      const answer = Promise.resolve(lookups.findTarget(key)).then(() => Date.now() - startedAtMs);
      await vi.advanceTimersByTimeAsync(20);
      expect(await answer).toBe(20);
    }
    expect(await lookups.findTarget(key)).toEqual(at(1));
    expect(store.reads).toBe(6);
    expect(lookups.stats().lookups).toEqual({ hit: 0, miss: 5, failed: 5, bypassed: 1 });
  });

  it("answers from the store whatever the cache says, and comes back to it by itself", async () => {
    const { lookups, state, calls, trust, store } = setUp();
    state.fault = broken;
    for (let round = 0; round < 50; round += 1) expect(await lookups.findTarget(key)).toEqual(at(1));
    expect(calls.filter((call) => call === "get").length).toBeLessThan(10);
    state.fault = undefined;
    await vi.advanceTimersByTimeAsync(1_100);
    await lookups.findTarget(key);
    await lookups.findTarget(key);
    const { reads } = store;
    expect(await lookups.findTarget(key)).toEqual(at(1));
    expect(store.reads).toBe(reads);
    trust.isTrusted = false;
    const asked = calls.length;
    await lookups.findTarget(key);
    expect(store.reads).toBe(reads + 1);
    trust.isTrusted = true;
    state.isConnected = false;
    await lookups.findTarget(key);
    expect([store.reads, calls.length]).toEqual([reads + 2, asked]);
  });

  it("comes back to the cache by a write that succeeds in time, and not by one that is late", async () => {
    const { lookups, state, calls } = setUp();
    state.fault = broken;
    for (let round = 0; round < 5; round += 1) await lookups.findTarget({ ...key, code: `c${round}` });
    const isAsked = async (): Promise<boolean> => {
      const before = calls.length;
      await lookups.findTarget(key);
      return calls.length > before;
    };
    const write = async (afterMs: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(1_100);
      state.fault = (): Promise<never> => new Promise((resolve) => setTimeout(resolve as () => void, afterMs));
      lookups.tell({ kind: "created", link });
      await vi.advanceTimersByTimeAsync(afterMs);
      state.fault = undefined;
    };
    expect(await isAsked()).toBe(false);
    await write(50);
    expect(await isAsked()).toBe(false);
    await write(5);
    expect(await isAsked()).toBe(true);
  });

  it("fills no memory with lookups and writes that never end", async () => {
    const { lookups, state, calls } = setUp();
    state.fault = never;
    for (let count = 0; count < 5_000; count += 1) {
      void lookups.findTarget({ ...key, code: `c${count}` });
      lookups.tell({ kind: "created", link: { ...link, code: `d${count}` } });
    }
    expect(calls.length).toBeLessThanOrEqual(2_000);
    expect(lookups.stats().writes.dropped).toBeGreaterThanOrEqual(4_000);
    await vi.advanceTimersByTimeAsync(100);
  });
});
