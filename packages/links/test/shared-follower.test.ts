import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChangePage, LinkChange } from "../src/link-store.ts";
import { linkTarget } from "../src/link.ts";
import { createSharedFollower } from "../src/shared-follower.ts";
import { sampleLink } from "../src/testing/index.ts";
import { makeSharedCache } from "./shared-cache-in-memory.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const link = sampleLink();
const name = `${link.domain}/${link.code}`;

/** A log of changes in memory, whose oldest may be purged. */
function makeLog() {
  const changes: LinkChange[] = [];
  const log = { purged: 0, isDown: false };
  const store = {
    async lastChange() {
      if (log.isDown) throw new Error("down");
      return changes.length;
    },
    async changesAfter(position: number, limit: number): Promise<ChangePage> {
      if (log.isDown) throw new Error("down");
      if (position > changes.length) return { changes: [], position: changes.length, isComplete: false };
      const page = changes.slice(Math.max(position, log.purged), Math.max(position, log.purged) + limit);
      const end = Math.max(position, log.purged) + page.length;
      const logged = page.map((change) => ({ ...change, changedAt: 0 }));
      return { changes: logged, position: end, isComplete: position >= log.purged };
    },
  };
  return { changes, log, store };
}

function follow(shared: ReturnType<typeof makeSharedCache>, store: ReturnType<typeof makeLog>["store"]) {
  const errors: unknown[] = [];
  const follower = createSharedFollower({
    shared: shared.cache,
    store,
    pollMs: 250,
    maxSilenceMs: 1_000,
    monotonicMs: () => Date.now(),
    onError: (error) => errors.push(error),
  });
  return { follower, errors };
}

describe("createSharedFollower", () => {
  it("raises what others changed, and is trusted while it hears", async () => {
    const shared = makeSharedCache();
    const { changes, log, store } = makeLog();
    const { follower } = follow(shared, store);
    expect(follower.isTrusted()).toBe(false);
    follower.start();
    await vi.advanceTimersByTimeAsync(10);
    expect(follower.isTrusted()).toBe(true);
    await shared.cache.put(link, linkTarget(link));
    changes.push({ domain: link.domain, code: link.code, version: 2 });
    await vi.advanceTimersByTimeAsync(300);
    expect(shared.kept.get(name)).toEqual({ version: 2, target: undefined });
    log.isDown = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(follower.isTrusted()).toBe(false);
    log.isDown = false;
    await vi.advanceTimersByTimeAsync(300);
    expect(follower.isTrusted()).toBe(true);
    await follower.stop();
  });

  it("goes on where the last one ended, so that a change whose node was killed leaves nothing old", async () => {
    const shared = makeSharedCache();
    const { changes, store } = makeLog();
    const first = follow(shared, store).follower;
    first.start();
    await vi.advanceTimersByTimeAsync(10);
    await first.stop();
    await shared.cache.put(link, linkTarget(link));
    changes.push({ domain: link.domain, code: link.code, version: 2 });
    const second = follow(shared, store).follower;
    second.start();
    await vi.advanceTimersByTimeAsync(10);
    expect(second.isTrusted()).toBe(true);
    expect(shared.kept.get(name)?.target).toBeUndefined();
    await second.stop();
  });

  it("has everything forgotten when changes are no longer known, or the database is another one", async () => {
    for (const spoil of ["purge", "restore"]) {
      const shared = makeSharedCache();
      const { changes, log, store } = makeLog();
      shared.state.position = spoil === "purge" ? 1 : 1_000;
      await shared.cache.put(link, linkTarget(link));
      for (let n = 0; n < 10; n += 1) changes.push({ domain: "", code: `x${n}`, version: 2 });
      log.purged = spoil === "purge" ? 5 : 0;
      const { follower } = follow(shared, store);
      follower.start();
      await vi.advanceTimersByTimeAsync(600);
      expect([spoil, shared.kept.has(name), follower.isTrusted()]).toEqual([spoil, false, true]);
      expect(shared.state.position).toBe(10);
      await follower.stop();
    }
  });

  it("is not trusted while the cache takes no writes, hangs, or has lost how far it was carried out", async () => {
    const shared = makeSharedCache();
    const { changes, store } = makeLog();
    const { follower, errors } = follow(shared, store);
    follower.start();
    await vi.advanceTimersByTimeAsync(10);
    for (const fault of [() => Promise.reject(new Error("READONLY")), () => new Promise<never>(() => undefined)]) {
      shared.state.fault = fault;
      changes.push({ domain: "", code: "x", version: 2 });
      await vi.advanceTimersByTimeAsync(5_000);
      expect(follower.isTrusted()).toBe(false);
      shared.state.fault = undefined;
      await vi.advanceTimersByTimeAsync(3_000);
      expect(follower.isTrusted()).toBe(true);
    }
    expect(errors.length).toBeGreaterThan(1);
    await shared.cache.put(link, linkTarget(link));
    shared.state.position = undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([shared.kept.has(name), follower.isTrusted()]).toEqual([false, true]);
    await follower.stop();
  });

  it("carries a long backlog out page by page", async () => {
    const shared = makeSharedCache();
    const { changes, store } = makeLog();
    shared.state.position = 0;
    for (let n = 0; n < 1_700; n += 1) changes.push({ domain: "", code: `x${n}`, version: 2 });
    const { follower } = follow(shared, store);
    follower.start();
    await vi.advanceTimersByTimeAsync(100);
    expect([shared.kept.size, shared.state.position, follower.isTrusted()]).toEqual([1_700, 1_700, true]);
    await follower.stop();
  });
});
