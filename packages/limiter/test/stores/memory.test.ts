import { afterEach, describe, expect, it, vi } from "vitest";
import { FixedWindow } from "../../src/algorithms/fixed-window.ts";
import { compilePolicy } from "../../src/compile-policy.ts";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import type { Policy } from "../../src/policy.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";

const start = 2_222_222_222_222_222;
const fiveAnHour = { algorithm: "fixed-window", limit: 5, windowMs: 3_600_000, alignment: "first-request" } as const;

afterEach(() => vi.useRealTimers());

describe("a full memory store", () => {
  it("does not forget who is over his limit, however many keys he brings", () => {
    const { counter } = opened(1000);
    for (let i = 0; i < 5; i++) expect(counter.tryTake("attacker", 1)).toBe(true);
    for (let i = 0; i < 100_000; i++) counter.tryTake(`attacker's ${i}`, 1);
    expect(counter.tryTake("attacker", 1)).toBe(false);
  });

  it("does not forget who is blocked", async () => {
    const { store, counter, policy } = opened(1000);
    await store.block([{ policy, key: ["blocked"], cost: 1 }], 3_000_000);
    for (let i = 0; i < 100_000; i++) counter.tryTake(`other ${i}`, 1);
    expect(counter.tryTake("blocked", 1)).toBe(false);
  });

  it("gives up who has something left before anyone who is over his limit, wherever they are", () => {
    const { counter } = opened(1000);
    for (let i = 0; i < 900; i++) counter.tryTake(`over ${i}`, 5);
    for (let i = 0; i < 1000; i++) counter.tryTake(`other ${i}`, 1);
    const passed = Array.from({ length: 900 }, (_, i) => counter.tryTake(`over ${i}`, 1)).filter(Boolean).length;
    expect(passed).toBe(0);
  });

  it.each([
    { algorithm: "fixed-window", limit: 5, windowMs: 3_600_000 },
    { algorithm: "sliding-window-counter", limit: 5, windowMs: 3_600_000 },
    { algorithm: "token-bucket", capacity: 5, refill: 5, refillMs: 3_600_000_000 },
  ] as const)("forgets who has used less first: who is nearly over stays ($algorithm)", (options) => {
    const { counter } = opened(1000, policyOf({}, options));
    counter.tryTake("nearly over", 4);
    for (let i = 0; i < 50_000; i++) counter.tryTake(`once ${i}`, 1);
    for (let i = 0; i < 50_000; i++) counter.tryTake(`more often ${i}`, (i % 3) + 1);
    expect(counter.tryTake("nearly over", 2)).toBe(false);
  });

  it("costs an attacker as many requests as it holds counters to be tried once more, if others have not used more", () => {
    const requests = 100_000;
    for (const [used, byOthers] of [
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 2],
      [4, 1],
      [4, 2],
      [4, 4],
    ] as const) {
      const { store, counter, policy } = opened(1000);
      const left = () => store.peekNow([{ policy, key: ["victim"], cost: 1 }]).verdicts[0]?.remaining ?? 0;
      let tries = 0;
      for (let i = 0; i < requests / byOthers; i++) {
        for (; left() > 5 - used; tries++) counter.tryTake("victim", 1);
        counter.tryTake(`other ${i}`, byOthers);
      }
      expect(tries, `${used} of 5 used, ${byOthers} by each other`).toBeLessThanOrEqual(5 + (2 * requests) / 1000);
    }
  });

  it("never holds more than it may, and lets a new key in when all are over", () => {
    const { store, counter, advance } = opened(100);
    for (let i = 0; i < 100; i++) {
      counter.tryTake(`over ${i}`, 5);
      advance(1000);
    }
    expect(counter.tryTake("new", 1)).toBe(true);
    expect(store.size).toBe(100);
    expect(counter.tryTake("over 1", 1), "only the first was over for the shortest time").toBe(false);
  });

  it("looks at a bounded number of counters for each new one, though all are over", () => {
    let looks = 0;
    class Watched extends FixedWindow {
      override life(...state: Parameters<FixedWindow["life"]>): number {
        looks++;
        return super.life(...state);
      }
    }
    const { parameters } = compilePolicy({ name: "x", ...fiveAnHour }).algorithm;
    const { counter } = opened(20_000, { algorithm: new Watched(parameters) });
    for (let i = 0; i < 20_000; i++) counter.tryTake(`over ${i}`, 5);
    for (let i = 0; i < 100; i++) {
      const before = looks;
      counter.tryTake(`new ${i}`, 5);
      expect(looks - before).toBeLessThanOrEqual(4104);
    }
    expect(looks).toBeLessThanOrEqual(4104 + 100 * 72);
  });

  it("keeps each policy's counters out of the others' way", () => {
    const { store, counter } = opened(10);
    const other = store.counter(policyOf({ name: "other" }));
    counter.tryTake("a", 3);
    for (let i = 0; i < 1000; i++) other.tryTake(`b ${i}`, 1);
    expect(counter.tryTake("a", 3)).toBe(false);
    expect(store.size).toBe(11);
  });
});

describe("the memory store's sweep", () => {
  it("removes counters that are fresh again, and then rests", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { store, counter, advance } = opened(1_000_000);
    for (let i = 0; i < 1000; i++) counter.tryTake(`a ${i}`, 1);
    advance(1_800_000_000);
    counter.tryTake("later", 1);
    vi.advanceTimersByTime(2000);
    expect(store.size).toBe(1001);
    advance(1_800_000_000);
    vi.advanceTimersByTime(2000);
    expect(store.size).toBe(1);
    advance(1_800_000_000);
    vi.advanceTimersByTime(2000);
    expect([store.size, vi.getTimerCount()]).toEqual([0, 0]);
    counter.tryTake("again", 1);
    expect(vi.getTimerCount()).toBe(1);
  });

  it("keeps a counter that is blocked, though nothing was taken", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { store, counter, policy } = opened(100);
    await store.block([{ policy, key: ["a"], cost: 1 }], 1000);
    vi.advanceTimersByTime(2000);
    expect(counter.tryTake("a", 1)).toBe(false);
  });

  it("looks at 4,096 places in a run at most", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { store, counter, advance } = opened(1_000_000);
    for (let i = 0; i < 20_000; i++) counter.tryTake(`a ${i}`, 1);
    advance(3_600_000_000);
    vi.advanceTimersByTime(250);
    expect(store.size).toBeGreaterThanOrEqual(20_000 - 4096);
    expect(store.size).toBeLessThan(20_000);
    vi.advanceTimersByTime(20_000);
    expect(store.size).toBe(0);
  });

  it("does not run before there is a counter, after the store is closed, or for a look", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { store, counter, policy } = opened(100);
    store.peekNow([{ policy, key: ["a"], cost: 1 }]);
    expect(vi.getTimerCount()).toBe(0);
    counter.tryTake("a", 1);
    await store.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the memory store", () => {
  it("keeps every one of 50,000 counters apart while it grows and shrinks", () => {
    const { store, counter, policy, advance } = opened(1_000_000);
    for (let i = 0; i < 50_000; i++) counter.tryTake(`a ${i}`, 1 + (i % 5));
    for (let i = 0; i < 50_000; i += 3) void store.reset([{ policy, key: [`a ${i}`], cost: 1 }]);
    const left = Array.from({ length: 50_000 }, (_, i) => store.peekNow([{ policy, key: [`a ${i}`], cost: 1 }]));
    const wrong = left.filter(({ verdicts }, i) => verdicts[0]?.remaining !== (i % 3 === 0 ? 5 : 4 - (i % 5)));
    expect(wrong).toEqual([]);
    expect(store.size).toBe(33_333);
    advance(1);
  });

  it("makes nothing of a request that it refuses", () => {
    const { store, counter } = opened(100, {
      ...policyOf(),
      ...compilePolicy({ name: "none", ...fiveAnHour, limit: 0 }),
    });
    for (let i = 0; i < 10; i++) expect(counter.tryTake(`a ${i}`, 1)).toBe(false);
    expect(store.size).toBe(0);
  });

  it("gives up no more to a policy whose numbers change by turns", () => {
    const { store } = opened(100);
    const plans = [5, 50, 5, 500].map((limit) => store.counter(policyOf(undefined, { ...fiveAnHour, limit })));
    const log = store.counter(policyOf(undefined, { algorithm: "sliding-window-log", limit: 5, windowMs: 3_600_000 }));
    const counter = store.counter(
      policyOf(undefined, { algorithm: "sliding-window-counter", limit: 5, windowMs: 3_600_000, buckets: 20 }),
    );
    for (let i = 0; i < 5; i++) expect(plans[i % 4]?.tryTake("a", 1)).toBe(true);
    for (const each of [plans[0], log, counter, log, plans[2]]) expect(each?.tryTake("a", 1)).toBe(false);
  });

  it("blocks a new counter in its own ticks, though all before it count in others", async () => {
    const { store } = opened(1000);
    const coarse = policyOf(undefined, {
      algorithm: "gcra",
      burst: 1_000_003,
      refill: 1_000_003,
      refillMs: 86_400_000,
    });
    for (let i = 0; i < 100; i++) {
      const charges = [{ policy: i % 2 === 0 ? coarse : policyOf(), key: [`a ${i}`], cost: 1 }];
      await store.block(charges, 5_000);
      expect(store.peekNow(charges).verdicts[0], `key ${i}`).toMatchObject({ allowed: false, retryAfterMs: 5_000 });
    }
  });

  it.each([
    [{ max: 5 }, '"max"'],
    [5, "5"],
    ["5", '"5"'],
    [null, "null"],
  ])("refuses %j for options, and names those that there are", (options, what) => {
    expect(() => memoryStore(options as never)).toThrow(
      expect.objectContaining({
        code: "OPTION_UNKNOWN",
        message: expect.stringContaining(`memoryStore takes maxKeys, clock, not ${what}.`),
      }),
    );
  });

  it("refuses a number of keys that makes no sense", () => {
    for (const maxKeys of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 24 + 1]) {
      expect(() => memoryStore({ maxKeys })).toThrow(
        expect.objectContaining({
          code: "STORE_OPTION_INVALID",
          message: expect.stringContaining(`\`maxKeys\` is ${maxKeys}, not a whole number from 1 to 16777216.`),
        }),
      );
    }
  });
});

function policyOf(traits: Partial<Policy> = {}, options: AlgorithmOptions = fiveAnHour): Policy {
  return { ...compilePolicy({ name: "policy", by: ["client"], ...options }), ...traits };
}

function opened(maxKeys: number, traits: Partial<Policy> = {}) {
  let now = start;
  const store = memoryStore({ maxKeys, clock: () => now });
  const policy = policyOf(traits);
  const advance = (micros: number) => {
    now += micros;
  };
  return { store, policy, counter: store.counter(policy), advance };
}
