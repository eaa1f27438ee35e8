import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Lease, LeaseAllocator } from "../src/lease-allocator.ts";
import { createLeaseHolder, type LeaseEvent, type LeaseHolder } from "../src/lease-holder.ts";
import { createMemoryAllocator } from "./memory-allocator.ts";

const ttlMs = 30_000;
let allocator: LeaseAllocator;
let events: LeaseEvent[];
let holder: LeaseHolder;

beforeEach(() => {
  vi.useFakeTimers();
  allocator = createMemoryAllocator(() => Date.now());
  events = [];
  holder = hold(allocator);
});
afterEach(async () => {
  await holder.stop();
  vi.useRealTimers();
});

function hold(by: LeaseAllocator): LeaseHolder {
  const onEvent = (event: LeaseEvent): void => void events.push(event);
  return createLeaseHolder({ allocator: by, holder: "node-a", ttlMs, monotonicMs: () => performance.now(), onEvent });
}

const kinds = (): readonly string[] => events.map(({ kind }) => kind);

describe("a lease holder", () => {
  it("keeps one lease by renewing it in time", async () => {
    await holder.start();
    const { lease } = await holder.obtain();
    await vi.advanceTimersByTimeAsync(20 * ttlMs);
    expect(await holder.obtain()).toMatchObject({ lease });
    expect(kinds()).toEqual(["acquired"]);
  });

  it("counts the end from before the request, not from the answer", async () => {
    holder = hold({
      ...allocator,
      async acquire(request) {
        const outcome = await allocator.acquire(request);
        await vi.advanceTimersByTimeAsync(4_000);
        return outcome;
      },
    });
    await holder.start();
    expect(holder.state()).toMatchObject({ kind: "held", endsInMs: ttlMs - 4_000 });
  });

  it("says that a lease is over as soon as its time is, though nobody told it", async () => {
    holder = hold({
      ...allocator,
      renew: () => Promise.reject(new Error("unreachable")),
      acquire: onlyOnce(allocator),
    });
    await holder.start();
    const held = await holder.obtain();
    await vi.advanceTimersByTimeAsync(ttlMs - 1);
    expect(held.isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(held.isOver()).toBe(true);
    await expect(holder.obtain()).rejects.toThrow("unreachable");
  });

  it("takes a new lease, with a new epoch or slot, when a renewal is refused", async () => {
    await holder.start();
    const first = await holder.obtain();
    await allocator.release(first.lease);
    await vi.advanceTimersByTimeAsync(ttlMs / 3);
    const second = await holder.obtain();
    expect(first.isOver()).toBe(true);
    expect(second.lease).not.toEqual(first.lease);
    expect(kinds()).toEqual(["acquired", "lost", "acquired"]);
  });

  it("takes a new lease after it was stopped for longer than its lease", async () => {
    await holder.start();
    const first = await holder.obtain();
    vi.setSystemTime(Date.now() + 2 * ttlMs);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 2 * ttlMs);
    expect(first.isOver()).toBe(true);
    const second = await holder.obtain();
    expect(second.lease).not.toEqual(first.lease);
    expect(second.isOver()).toBe(false);
    vi.mocked(performance.now).mockRestore();
  });

  it("goes on by itself when the allocator answers again", async () => {
    const acquire = vi.fn<LeaseAllocator["acquire"]>(allocator.acquire).mockRejectedValueOnce(new Error("unreachable"));
    const renew = vi.fn<LeaseAllocator["renew"]>(allocator.renew).mockRejectedValue(new Error("unreachable"));
    holder = hold({ ...allocator, acquire, renew });
    await expect(holder.obtain()).rejects.toThrow("unreachable");
    await expect(holder.obtain()).rejects.toThrow("unreachable");
    expect(acquire, "asked at every request").toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(holder.state().kind).toBe("held");
    await vi.advanceTimersByTimeAsync(ttlMs);
    expect(holder.state().kind).toBe("held");
    expect(acquire).toHaveBeenCalledTimes(3);
  });

  it("waits for a silent allocator no longer than five seconds, and gives back what comes later", async () => {
    const { promise, resolve } = Promise.withResolvers<{ kind: "acquired"; lease: Lease }>();
    const release = vi.fn<LeaseAllocator["release"]>(async () => true);
    holder = hold({ ...allocator, acquire: () => promise, release });
    const obtained = holder.obtain().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await obtained).toMatchObject({ code: "LEASE_MISSING" });
    resolve({ kind: "acquired", lease: { slot: 3, epoch: 4 } });
    await vi.advanceTimersByTimeAsync(0);
    expect(release).toHaveBeenCalledWith({ slot: 3, epoch: 4 });
  });

  it("asks once for however many wait", async () => {
    const acquire = vi.fn<LeaseAllocator["acquire"]>(allocator.acquire);
    holder = hold({ ...allocator, acquire });
    const held = await Promise.all(Array.from({ length: 100 }, () => holder.obtain()));
    expect(new Set(held).size).toBe(1);
    expect(acquire).toHaveBeenCalledTimes(1);
  });

  it("names who holds the slots when all are taken", async () => {
    for (let slot = 0; slot < 64; slot += 1) await allocator.acquire({ holder: `node-${slot}`, ttlMs });
    const refusal = await holder.start().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "SLOTS_TAKEN" });
    expect(String(refusal)).toMatch(/slot 0: node-0 until .*Z; .*slot 63: node-63 until /);
    expect(vi.getTimerCount(), "nothing goes on after a failed start").toBe(0);
  });

  it("says which bits to change when every epoch is spent", async () => {
    await allocator.jumpEpochs(8_192);
    const refusal = await holder.start().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "EPOCHS_SPENT", message: expect.stringContaining("13 bits") });
  });

  it("gives its lease back at the stop, so that the slot is free at once", async () => {
    await holder.start();
    const held = await holder.obtain();
    await holder.stop();
    expect(held.isOver()).toBe(true);
    expect(await allocator.release(held.lease)).toBe(false);
    await expect(holder.obtain()).rejects.toMatchObject({ code: "LEASE_OVER" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives the old lease back before it takes a new one on request", async () => {
    await holder.start();
    const first = await holder.obtain();
    const [second, third] = await Promise.all([holder.replace(), holder.obtain()]);
    expect(first.isOver()).toBe(true);
    expect(second).toBe(third);
    expect(await allocator.release(first.lease)).toBe(false);
  });
});

function onlyOnce(inner: LeaseAllocator): LeaseAllocator["acquire"] {
  return vi
    .fn<LeaseAllocator["acquire"]>(inner.acquire)
    .mockImplementationOnce(inner.acquire)
    .mockRejectedValue(new Error("unreachable"));
}
