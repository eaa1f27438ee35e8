import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { createLimiter } from "../../src/create-limiter.ts";
import type { SyncStore } from "../../src/store.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { createTurnClock } from "../../src/stores/memory/turn-clock.ts";
import { createSharedMemory, sharedMemoryStore } from "../../src/stores/shared-memory/index.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const stores: readonly [string, (clock: () => number) => SyncStore][] = [
  ["memoryStore", (clock) => memoryStore({ clock })],
  ["sharedMemoryStore", (clock) => sharedMemoryStore({ memory: createSharedMemory({ keys: 1 }), clock })],
];

describe.each(stores)("a clock given to %s", (_, open) => {
  const invalid = expect.objectContaining({ code: "STORE_OPTION_INVALID" });
  const wrong = [Number.NaN, Infinity, -1, 0.5, undefined, "1700000000000000", 1n];

  it.each(wrong)("is refused when it says %s", (reading) => {
    expect(() => open(() => reading as never)).toThrow(invalid);
  });

  it.each([5, null, "now", {}])("is refused when it is %j", (clock) => {
    expect(() => open(clock as never)).toThrow(invalid);
  });

  it.each(wrong)("lets nobody pass when it says %s later", (reading) => {
    let now: unknown = 1_700_000_000_000_000;
    const { allow, peekNow } = createLimiter({
      policy: { name: "x", algorithm: "token-bucket", capacity: 5, refillPerSecond: 1, onFailure: "open" },
      store: open(() => now as number),
    });
    expect(allow("a")).toBe(true);
    now = reading;
    expect(() => allow("a")).toThrow(invalid);
    expect(() => allow("b")).toThrow(invalid);
    now = 1_700_000_000_000_000;
    expect([peekNow("a").remaining, peekNow("b").remaining]).toEqual([4, 5]);
  });

  it("is refused when it throws, at first or later, and what it threw is the cause", () => {
    const broken = new RangeError("no battery");
    const thrown = expect.objectContaining({ code: "STORE_OPTION_INVALID", cause: broken });
    let isBroken = true;
    const clock = () => {
      if (isBroken) throw broken;
      return 1_700_000_000_000_000;
    };
    expect(() => open(clock)).toThrow(thrown);
    isBroken = false;
    const { allow } = createLimiter({
      policy: { name: "x", algorithm: "token-bucket", capacity: 5, refillPerSecond: 1, onFailure: "open" },
      store: open(clock),
    });
    expect(allow("a")).toBe(true);
    isBroken = true;
    expect(() => allow("a")).toThrow(thrown);
    expect(() => allow("b")).toThrow(thrown);
  });

  it.each(wrong)("ends no process from within a timer when it says %s for a while", (reading) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let now: unknown = 1_700_000_000_000_000;
    const store = open(() => now as number);
    const { allow } = createLimiter({
      policy: { name: "x", algorithm: "token-bucket", capacity: 5, refillPerSecond: 1 },
      store,
    });
    allow("a");
    now = reading;
    vi.advanceTimersByTime(1_000);
    now = 1_700_000_100_000_000;
    vi.advanceTimersByTime(1_000);
    expect("size" in store ? store.size : 0, "rows, once it tells the time again").toBe(0);
  });
});

describe("the memory store's own clock", () => {
  it("begins with the wall time, and a wall clock that is set later changes nothing", () => {
    const time = handTime();
    time.pass(5_000);
    const wallMs = Date.now();
    const clock = createTurnClock();
    expect(clock.exact()).toBe(wallMs * 1000);
    vi.spyOn(Date, "now").mockReturnValue(wallMs + 3_600_000);
    expect(clock.exact()).toBe(wallMs * 1000);
    time.pass(1);
    expect(clock.exact()).toBe(wallMs * 1000 + 1_000);
  });

  it("is read once for many who ask without a pause", () => {
    const read = steppingClock(0.0001);
    const clock = createTurnClock();
    for (let i = 0; i < 3300; i++) clock.recent();
    expect(read.mock.calls.length).toBeLessThan(230);
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

  it("is 15 calls old at most, whatever else a turn does between them", () => {
    const pauses = fc.array(fc.tuple(fc.nat(60), fc.constantFrom(0.05, 1, 80)), { minLength: 1, maxLength: 20 });
    const property = fc.property(pauses, (turn) => {
      const time = handTime();
      const clock = createTurnClock();
      let most = 0;
      for (const [calls, pauseMs] of turn) {
        const old = Array.from({ length: calls }, () => {
          time.pass(0.0005);
          return clock.recent() < time.micros() - 40 ? 1 : 0;
        });
        most = Math.max(most, sum(old));
        time.pass(pauseMs);
      }
      expect(most).toBeLessThanOrEqual(15);
      vi.restoreAllMocks();
    });
    fc.assert(property, { seed: 20_261_130, numRuns: 200 });
  });

  it("lets pass 15 more than a limit after a job in the same turn, and none more where a clock is given", () => {
    const given = () => Math.floor((performance.timeOrigin + performance.now()) * 1000);
    const callsBefore = Array.from({ length: 64 }, (_, i) => i);
    expect(Math.max(...callsBefore.map((calls) => passedAfterJob(calls)))).toBe(100 + 15);
    expect(new Set(callsBefore.map((calls) => passedAfterJob(calls, given)))).toEqual(new Set([100]));
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

/** How many of a window's 100 units one turn gets that has asked so often in the window before, and then worked for 80 ms. */
function passedAfterJob(callsBefore: number, clock?: () => number): number {
  const time = handTime();
  const store = memoryStore(clock === undefined ? {} : { clock });
  const counter = store.counter(
    compilePolicy({ name: "x", by: ["client"], algorithm: "fixed-window", limit: 100, windowMs: 50 }),
  );
  const ask = (): boolean => {
    time.pass(0.0005);
    return counter.tryTake("a", 1);
  };
  for (let i = 0; i < callsBefore; i++) ask();
  time.pass(80);
  const answers = Array.from({ length: 150 }, ask);
  vi.restoreAllMocks();
  return answers.filter(Boolean).length;
}

/** Time that passes when it is told to, from the beginning of a window on. */
function handTime() {
  let ms = 0;
  vi.spyOn(Date, "now").mockReturnValue(1_700_000_000_000);
  vi.spyOn(performance, "now").mockImplementation(() => ms);
  return {
    micros: () => 1_700_000_000_000_000 + ms * 1000,
    pass(more: number): void {
      ms += more;
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function steppingClock(stepMs: number, fromMs = 1000) {
  let ms = fromMs;
  return vi.spyOn(performance, "now").mockImplementation(() => (ms += stepMs));
}
