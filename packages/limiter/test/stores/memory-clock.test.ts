import { afterEach, describe, expect, it, vi } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { createTurnClock } from "../../src/stores/memory/turn-clock.ts";

afterEach(() => vi.restoreAllMocks());

describe("the memory store's own clock", () => {
  it("begins with the wall time, and a wall clock that is set later changes nothing", () => {
    const before = Date.now() * 1000;
    const clock = createTurnClock();
    expect(Math.abs(clock.exact() - before)).toBeLessThan(1_000_000);
    vi.spyOn(Date, "now").mockReturnValue(before / 1000 + 3_600_000);
    expect(Math.abs(clock.exact() - before)).toBeLessThan(1_000_000);
  });

  it("is read once for many who ask without a pause", () => {
    const read = steppingClock(0.0001);
    const clock = createTurnClock();
    for (let i = 0; i < 3300; i++) clock.recent();
    expect(read.mock.calls.length).toBeLessThan(120);
  });

  it("is read each time by who asks now and then, and where it stands still", () => {
    for (const stepMs of [0.01, 0]) {
      const read = steppingClock(stepMs);
      const clock = createTurnClock();
      for (let i = 0; i < 100; i++) clock.recent();
      expect(read.mock.calls.length).toBe(101);
      vi.restoreAllMocks();
    }
  });

  it("is read anew when the turn is over", async () => {
    steppingClock(0.0001);
    const clock = createTurnClock();
    for (let i = 0; i < 50; i++) clock.recent();
    await Promise.resolve();
    vi.spyOn(performance, "now").mockReturnValue(1e6);
    expect(clock.recent()).toBe(clock.exact());
  });

  it("never refuses by a reading that others shared", () => {
    steppingClock(0.0001);
    const store = memoryStore();
    const policy = compilePolicy({
      name: "x",
      by: ["client"],
      algorithm: "token-bucket",
      capacity: 1e6,
      refill: 1e6,
      refillMs: 1,
    });
    const counter = store.counter(policy);
    for (let i = 0; i < 60; i++) counter.tryTake("rush", 1);
    counter.tryTake("a", 1e6);
    steppingClock(0.0001, 1e6);
    expect(counter.tryTake("a", 1e6)).toBe(true);
  });
});

function steppingClock(stepMs: number, fromMs = 1000) {
  let ms = fromMs;
  return vi.spyOn(performance, "now").mockImplementation(() => (ms += stepMs));
}
