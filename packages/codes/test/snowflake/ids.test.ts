import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LeaseAllocator } from "../../src/lease-allocator.ts";
import { createLeaseHolder, type LeaseHolder } from "../../src/lease-holder.ts";
import type { SnowflakeWarning } from "../../src/snowflake/exhaustion.ts";
import { createSnowflakeIds } from "../../src/snowflake/ids.ts";
import { splitSnowflake, timestampOriginAt, timestampsEndAt } from "../../src/snowflake/layout.ts";
import { createMemoryAllocator } from "../memory-allocator.ts";

const start = timestampOriginAt + 86_400_000;
let allocator: LeaseAllocator;
let leases: LeaseHolder;
/** Added to the clock that ids are made by. */
let stepMs: number;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  stepMs = 0;
  allocator = createMemoryAllocator(() => performance.now());
  leases = createLeaseHolder({ allocator, holder: "node-a", monotonicMs });
});
afterEach(async () => {
  await leases.stop();
  vi.useRealTimers();
});

const monotonicMs = (): number => performance.now();

function createIds(hooks: { onWarning?: (warning: SnowflakeWarning) => void; onClockBehind?: () => void } = {}) {
  return createSnowflakeIds({ leases, now: () => Date.now() + stepMs, monotonicMs, ...hooks });
}

describe("snowflake ids", () => {
  it("wait for the first lease, and are there at once after it", async () => {
    const ids = createIds();
    const first = ids.next();
    expect(first).toBeInstanceOf(Promise);
    expect(splitSnowflake(await first)).toMatchObject({ madeAt: start, slot: 0, epoch: 0, sequence: 0 });
    expect(typeof ids.next()).toBe("bigint");
  });

  it("wait for the next millisecond when 32 are spent, all by one timer", async () => {
    const ids = createIds();
    await ids.next();
    const some = Promise.all(Array.from({ length: 100 }, async () => ids.next()));
    expect(vi.getTimerCount()).toBeLessThan(4);
    await vi.advanceTimersByTimeAsync(10);
    expect(new Set(await some).size).toBe(100);
  });

  it("are refused after two seconds in which there was no room for them", async () => {
    const ids = createSnowflakeIds({ leases, now: () => start, monotonicMs });
    const some = Promise.allSettled(Array.from({ length: 40 }, async () => ids.next()));
    await vi.advanceTimersByTimeAsync(2_000);
    const outcomes = await some;
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(32);
    for (const outcome of outcomes.slice(32)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "SEQUENCE_SPENT" } });
    }
  });

  it("are all refused after two seconds in which no lease was to be had, and for that reason", async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const ids = createSnowflakeIds({ leases: { obtain: never, replace: never }, now: () => start, monotonicMs });
    const some = Promise.allSettled(Array.from({ length: 40 }, async () => ids.next()));
    await vi.advanceTimersByTimeAsync(2_000);
    for (const outcome of await some) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "LEASE_MISSING" } });
    }
  });

  it("wait for a lease after the clock went far back for two seconds", async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const ids = createSnowflakeIds({
      leases: { obtain: () => leases.obtain(), replace: never },
      now: () => Date.now() + stepMs,
      monotonicMs,
    });
    await ids.next();
    stepMs = -3_600_000;
    const asked = Promise.allSettled([ids.next()]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await asked).toMatchObject([{ reason: { code: "LEASE_MISSING" } }]);
  });

  it("are refused at once when more wait than there are ids in two seconds", async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const ids = createSnowflakeIds({ leases: { obtain: never, replace: never }, now: () => start, monotonicMs });
    const some = Array.from({ length: 64_000 }, () => ids.next());
    // It is the lease that all of them wait for.
    await expect(ids.next()).rejects.toMatchObject({ code: "LEASE_MISSING" });
    expect(some).toHaveLength(64_000);
  });

  it("are refused while the clock is a little behind, and go on when it has caught up", async () => {
    const ids = createIds();
    const first = splitSnowflake(await ids.next());
    stepMs = -1_000;
    await expect(ids.next()).rejects.toMatchObject({ code: "CLOCK_BEHIND" });
    await vi.advanceTimersByTimeAsync(1_001);
    expect(splitSnowflake(await ids.next())).toMatchObject({ slot: first.slot, epoch: first.epoch });
  });

  it("are made under a new lease when the clock went far back, once in ten minutes", async () => {
    const onClockBehind = vi.fn<() => void>();
    const ids = createIds({ onClockBehind });
    const first = splitSnowflake(await ids.next());
    stepMs = -3_600_000;
    const some = (await Promise.all(Array.from({ length: 20 }, async () => ids.next()))).map(splitSnowflake);
    for (const { slot, epoch, madeAt } of some) {
      expect([slot, epoch]).not.toEqual([first.slot, first.epoch]);
      expect(madeAt).toBeLessThan(first.madeAt);
    }
    expect(onClockBehind).toHaveBeenCalledTimes(1);
    stepMs = -7_200_000;
    await expect(ids.next()).rejects.toMatchObject({ code: "CLOCK_BEHIND" });
    await vi.advanceTimersByTimeAsync(600_000);
    await ids.next();
    expect(onClockBehind).toHaveBeenCalledTimes(2);
  });

  it("come from a new lease when the old one is over", async () => {
    const ids = createIds();
    const first = splitSnowflake(await ids.next());
    await allocator.jumpEpochs(1);
    await vi.advanceTimersByTimeAsync(10_000);
    const second = splitSnowflake(await ids.next());
    expect([second.slot, second.epoch]).not.toEqual([first.slot, first.epoch]);
  });

  it("warn within a year of the last timestamp", async () => {
    const onWarning = vi.fn<(warning: SnowflakeWarning) => void>();
    const yearMs = 365 * 86_400_000;
    vi.setSystemTime(timestampsEndAt - yearMs);
    await createIds({ onWarning }).next();
    expect(onWarning).not.toHaveBeenCalled();
    vi.setSystemTime(timestampsEndAt - yearMs + 1);
    await createIds({ onWarning }).next();
    expect(onWarning).toHaveBeenCalledExactlyOnceWith({ kind: "timestamps", endAt: timestampsEndAt });
  });

  it("warn when a slot has less than a tenth of its epochs left", async () => {
    const onWarning = vi.fn<(warning: SnowflakeWarning) => void>();
    await allocator.jumpEpochs(8_192 - 819);
    await createIds({ onWarning }).next();
    expect(onWarning).toHaveBeenCalledExactlyOnceWith({ kind: "epochs", slot: 0, left: 818 });
  });

  it("pass on why no lease is to be had", async () => {
    const down = new Error("unreachable");
    allocator.acquire = () => Promise.reject(down);
    await expect(createIds().next()).rejects.toBe(down);
  });
});
