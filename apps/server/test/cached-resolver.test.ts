import type { ChangePage, LinkTarget } from "@narrows/links";
import { createMetrics } from "@narrows/service";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCachedResolver } from "../src/cached-resolver.ts";
import { readServerConfig } from "../src/index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const target = (destination: string): LinkTarget => ({
  destination,
  redirectStatus: 302,
  expiresAt: null,
  enabled: true,
  quarantined: false,
  deleted: false,
  maxClicks: null,
  version: 1,
});

/** A store with one link, whose log of changes says what the test wants. */
function openResolver() {
  const heard: ChangePage = { changes: [], position: 1, isComplete: true };
  const state = { destination: "https://example.com/before", page: heard };
  const store = {
    findTarget: async () => target(state.destination),
    lastChange: async () => 1,
    changesAfter: async () => state.page,
  };
  const clocks = { now: () => Date.now(), monotonicMs: () => Date.now() };
  const faults: unknown[] = [];
  const onFault = (error: unknown): void => void faults.push(error);
  const cached = createCachedResolver({
    config: readServerConfig({}),
    store,
    metrics: createMetrics(),
    clocks,
    cacheControl: "no-store",
    onHeard: () => undefined,
    onFault,
  });
  const destination = async () => (await cached.resolver.find("", "abc"))?.target.destination;
  return { ...cached, state, store, faults, destination };
}

describe("createCachedResolver", () => {
  it("forgets every link when changes by another process were missed for good", async () => {
    const { resolver, feed, state, destination, faults } = openResolver();
    await feed.start();
    await destination();
    expect(resolver.peek("", "abc")?.target.destination).toBe("https://example.com/before");
    state.destination = "https://example.com/after";
    state.page = { ...state.page, position: 200_000, isComplete: false };
    await vi.advanceTimersByTimeAsync(300);
    expect(resolver.peek("", "abc")).toBeUndefined();
    expect(await destination()).toBe("https://example.com/after");
    expect(faults).toEqual([]);
    await feed.stop();
  });

  it("asks the store while nothing is heard of changes, be it before the first word or after a long silence", async () => {
    const { resolver, feed, store, state, destination } = openResolver();
    await destination();
    expect(resolver.peek("", "abc")).toBeUndefined();
    await feed.start();
    await destination();
    expect(resolver.peek("", "abc")).toBeDefined();
    store.changesAfter = () => Promise.reject(new Error("silent"));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(resolver.peek("", "abc")).toBeUndefined();
    state.destination = "https://example.com/after";
    expect(await destination()).toBe("https://example.com/after");
    await feed.stop();
  });
});
