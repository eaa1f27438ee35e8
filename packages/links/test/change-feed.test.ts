import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createChangeFeed } from "../src/change-feed.ts";
import type { ChangePage } from "../src/link-store.ts";
import { StoreError } from "../src/store-error.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A log of changes by hand: entry n is change n + 1. */
function setUp() {
  const log: string[] = [];
  const state = { purged: 0, isDown: false, looks: 0, lookMs: 0, isLogBroken: false };
  const heard: string[] = [];
  const feed = createChangeFeed({
    store: {
      async lastChange() {
        if (state.isDown) throw new StoreError("STORE_UNAVAILABLE", "down");
        return log.length;
      },
      async changesAfter(position, limit): Promise<ChangePage> {
        state.looks += 1;
        vi.setSystemTime(Date.now() + state.lookMs);
        if (state.isDown) throw new StoreError("STORE_UNAVAILABLE", "down");
        const from = Math.max(position, state.purged);
        const codes = log.slice(from, from + limit);
        return {
          changes: codes.map((code) => ({ domain: "", code, version: 2, changedAt: 0 })),
          position: from + codes.length,
          isComplete: from === position,
        };
      },
    },
    pollMs: 250,
    monotonicMs: () => Date.now(),
    onChange: ({ code }) => heard.push(code),
    onGap: () => heard.push("(gap)"),
    onError() {
      heard.push("(error)");
      if (state.isLogBroken) throw new Error("The log cannot be written.");
    },
  });
  return { feed, log, state, heard };
}

describe("change feed", () => {
  it("begins at the end of the log and tells of every change once, in order", async () => {
    const { feed, log, heard } = setUp();
    log.push("before");
    await feed.start();
    expect(heard.splice(0)).toEqual(["(gap)"]);
    log.push("a", "b");
    await vi.advanceTimersByTimeAsync(250);
    log.push("c");
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard).toEqual(["a", "b", "c"]);
    await feed.stop();
  });

  it("reads a backlog to its end before it counts as up to date", async () => {
    const { feed, log, heard } = setUp();
    await feed.start();
    heard.length = 0;
    log.push(...Array.from({ length: 2_500 }, (_, n) => `c${n}`));
    await vi.advanceTimersByTimeAsync(260);
    expect(heard).toEqual(log);
    await feed.stop();
  });

  it("is not up to date before the end of a backlog", async () => {
    const { feed, log } = setUp();
    await feed.start();
    log.push(...Array.from({ length: 1_500 }, (_, n) => `c${n}`));
    vi.advanceTimersByTime(250);
    // The first page is read by promises alone; the second one waits for the next turn.
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
    expect(feed.silenceMs()).toBe(250);
    await vi.advanceTimersByTimeAsync(1);
    expect(feed.silenceMs()).toBeLessThanOrEqual(1);
    await feed.stop();
  });

  it("lets others have the event loop between the pages of a backlog, and ends there when it is stopped", async () => {
    const { feed, log, heard } = setUp();
    await feed.start();
    heard.length = 0;
    log.push(...Array.from({ length: 100_000 }, (_, n) => `c${n}`));
    vi.advanceTimersByTime(250);
    setImmediate(() => void feed.stop());
    await vi.advanceTimersByTimeAsync(100);
    await feed.stop();
    expect(heard.length).toBeLessThanOrEqual(2_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("counts its silence from before a look, for a change during it may be in the next one only", async () => {
    const { feed, state } = setUp();
    state.lookMs = 40;
    await feed.start();
    expect(feed.silenceMs()).toBe(40);
    await feed.stop();
  });

  it("polls once however often it is started, and not at all after its stop", async () => {
    const { feed, state } = setUp();
    await Promise.all([feed.start(), feed.start()]);
    await feed.start();
    expect(state.looks).toBe(1);
    await vi.advanceTimersByTimeAsync(250);
    expect(state.looks).toBe(2);
    await feed.stop();
    await feed.start();
    expect(state.looks).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("goes on although its failure cannot be told", async () => {
    const { feed, log, state, heard } = setUp();
    await feed.start();
    state.isDown = state.isLogBroken = true;
    await vi.advanceTimersByTimeAsync(250);
    state.isDown = false;
    heard.length = 0;
    log.push("a");
    await vi.advanceTimersByTimeAsync(250);
    expect(heard).toEqual(["a"]);
    await feed.stop();
  });

  it("says that it missed something", async () => {
    const { feed, log, state, heard } = setUp();
    await feed.start();
    heard.length = 0;
    log.push("lost", "kept");
    state.purged = 1;
    await vi.advanceTimersByTimeAsync(250);
    expect(heard).toEqual(["(gap)", "kept"]);
    await feed.stop();
  });

  it("knows how long it has heard nothing, and loses nothing meanwhile", async () => {
    const { feed, log, state, heard } = setUp();
    expect(feed.silenceMs()).toBe(Number.POSITIVE_INFINITY);
    await feed.start();
    expect(feed.silenceMs()).toBe(0);
    heard.length = 0;
    state.isDown = true;
    log.push("while down");
    await vi.advanceTimersByTimeAsync(1000);
    expect(feed.silenceMs()).toBe(1000);
    expect(new Set(heard.splice(0))).toEqual(new Set(["(error)"]));
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(250);
    expect(feed.silenceMs()).toBeLessThan(250);
    expect(heard).toEqual(["while down"]);
    await feed.stop();
  });

  it("starts although the store is down, and forgets what was remembered before it was heard", async () => {
    const { feed, state, heard } = setUp();
    state.isDown = true;
    await feed.start();
    expect(heard.splice(0)).toEqual(["(error)"]);
    state.isDown = false;
    await vi.advanceTimersByTimeAsync(250);
    expect(heard).toEqual(["(gap)"]);
    await feed.stop();
  });

  it("is silent after its stop", async () => {
    const { feed, log, heard } = setUp();
    await feed.start();
    heard.length = 0;
    await feed.stop();
    log.push("after");
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
