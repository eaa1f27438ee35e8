import { createLogger } from "@narrows/service";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storePurge } from "../src/store-purge.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Purge = (now: number, limit: number) => Promise<number>;

function openPurge(purgeIdempotency: Purge, purgeChanges: Purge = async () => 0) {
  const lines: string[] = [];
  const log = createLogger({ level: "warn", write: (line) => lines.push(line) });
  const store = Promise.resolve({ purgeIdempotency, purgeChanges });
  return { part: storePurge({ store, now: () => 7, intervalMs: 1_000, log }), lines };
}

describe("storePurge", () => {
  it("goes on, batch by batch, until a batch is not full, and begins again with every interval", async () => {
    const removed = [1_000, 1_000, 3, 0];
    const purge = vi.fn<Purge>(async () => removed.shift() ?? 0);
    const { part } = openPurge(purge);
    await part.start?.(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(1_010);
    expect(purge.mock.calls).toEqual([
      [7, 1_000],
      [7, 1_000],
      [7, 1_000],
    ]);
    await vi.advanceTimersByTimeAsync(1_010);
    expect(purge).toHaveBeenCalledTimes(4);
    await part.stop?.();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(purge).toHaveBeenCalledTimes(4);
  });

  it("rests after each batch for four times as long as it took, so that creates get their turn", async () => {
    const beganAt: number[] = [];
    const purge = vi.fn<Purge>(async () => {
      beganAt.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 10));
      return beganAt.length < 4 ? 1_000 : 0;
    });
    const { part } = openPurge(purge);
    await part.start?.(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(1_200);
    const [first = 0] = beganAt;
    expect(beganAt.map((at) => at - first)).toEqual([0, 50, 100, 150]);
    await part.stop?.();
  });

  it("goes on for as long as something is left, and stops between two batches when it is told to", async () => {
    const purge = vi.fn<Purge>(async () => 1_000);
    const { part } = openPurge(purge);
    await part.start?.(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(purge.mock.calls.length).toBeGreaterThan(50);
    await part.stop?.();
    const calls = purge.mock.calls.length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(purge).toHaveBeenCalledTimes(calls);
  });

  it("keeps the newest 100,000 changes", async () => {
    const removed = [1_000, 1];
    const purgeChanges = vi.fn<Purge>(async () => removed.shift() ?? 0);
    const { part } = openPurge(async () => 0, purgeChanges);
    await part.start?.(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(1_010);
    expect(purgeChanges.mock.calls).toEqual([
      [100_000, 1_000],
      [100_000, 1_000],
    ]);
    await part.stop?.();
  });

  it("never runs twice at once, and outlives a failure", async () => {
    const pending = Promise.withResolvers<number>();
    const purge = vi.fn<Purge>(() => pending.promise);
    const { part, lines } = openPurge(purge);
    await part.start?.(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(purge).toHaveBeenCalledTimes(1);
    pending.reject(new Error("locked"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(purge).toHaveBeenCalledTimes(2);
    expect(lines.join("")).toContain("could not be removed");
    await part.stop?.();
  });
});
