import { describe, expect, test } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import { guardStore } from "../../src/failure/guard-store.ts";
import type { PolicyOptions } from "../../src/policy-options.ts";
import { StoreFailure } from "../../src/store-failure.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { handClock, laterStore } from "./stand-in-store.ts";

const five: PolicyOptions = {
  name: "five",
  algorithm: "sliding-window-log",
  limit: 5,
  windowMs: 60_000,
  by: ["client"],
};
const ten: PolicyOptions = { name: "ten", algorithm: "token-bucket", capacity: 10, refillPerSecond: 1, by: ["client"] };
const nobody: PolicyOptions = { name: "nobody", algorithm: "fixed-window", limit: 0, windowMs: 60_000, by: ["client"] };
const limiterOf = (...policies: readonly PolicyOptions[]) => {
  const { clock, pass } = handClock();
  return { ...createLimiter({ policies, store: memoryStore({ clock }) }), pass };
};

describe("refund", () => {
  test("gives back what was taken from each policy", async () => {
    const { checkNow, refund, peekNow } = limiterOf({ ...five, cost: 2 }, { ...ten, cost: 7 });
    await refund("a", checkNow("a"));
    expect(peekNow("a").policies).toMatchObject([{ remaining: 5 }, { remaining: 10 }]);
  });

  test("gives back a part, of each policy no more than it took", async () => {
    const { checkNow, refund, peekNow } = limiterOf({ ...five, cost: 2 }, { ...ten, cost: 7 });
    await refund("a", checkNow("a"), 4);
    expect(peekNow("a").policies).toMatchObject([{ remaining: 5 }, { remaining: 7 }]);
  });

  test.each([undefined, null, 1, true, {}, Promise.resolve()])("refuses %j for a decision", async (decision) => {
    const { checkNow, refund, peekNow } = limiterOf(five);
    checkNow("a");
    for (const units of [undefined, 1]) {
      await expect(refund("a", decision as never, units)).rejects.toMatchObject({
        code: "DECISION_INVALID",
        message: expect.stringContaining(" Pass what check gave for this very scope: refund(scope, decision)."),
      });
    }
    expect(peekNow("a").remaining).toBe(4);
  });

  test("gives back once, also when it is asked twice at the same time", async () => {
    const { checkNow, refund, peekNow } = limiterOf(five);
    const decision = checkNow("a", { cost: 2 });
    checkNow("a", { cost: 2 });
    await Promise.all([refund("a", decision), refund("a", decision)]);
    expect(peekNow("a").remaining).toBe(3);
  });

  test("gives nothing back of what took nothing: a refusal, a peek, a shadow that refused", async () => {
    const { checkNow, peekNow, refund } = limiterOf(ten, { ...five, shadow: true });
    const [first, second] = [checkNow("a", { cost: 4 }), checkNow("a", { cost: 4 })];
    expect(second.policies).toMatchObject([{ allowed: true }, { allowed: false }]);
    await refund("a", checkNow("a", { cost: 4 }));
    await refund("a", peekNow("a"));
    expect(peekNow("a").policies).toMatchObject([{ remaining: 2 }, { remaining: 1 }]);
    await refund("a", second);
    expect(peekNow("a").policies).toMatchObject([{ remaining: 6 }, { remaining: 1 }]);
    await refund("a", first);
    expect(peekNow("a").policies).toMatchObject([{ remaining: 10 }, { remaining: 5 }]);
  });

  test("tells the store when it was taken", async () => {
    const { checkNow, refund, peekNow, pass } = limiterOf(ten);
    const decision = checkNow("a", { cost: 5 });
    pass(2_000);
    await refund("a", decision);
    expect(peekNow("a").remaining).toBe(10);
  });

  test("tells of units what they may be: as many as were taken, or more where none were asked for", async () => {
    const { checkNow, refund, penalize } = limiterOf(five);
    await expect(refund("a", checkNow("a", { cost: 3 }), 4)).rejects.toThrow(
      "`units` is 4, not a whole number from 1 to 3. Take such a number.",
    );
    await expect(penalize("a", 0)).rejects.toThrow("`units` is 0, not a whole number from 1 to 4503599627370495.");
  });

  test.each([0, -1, 1.5, NaN, 4, "1"])("refuses %j units of a decision that took 3", async (units) => {
    const { checkNow, refund, peekNow } = limiterOf(five);
    const decision = checkNow("a", { cost: 3 });
    await expect(refund("a", decision, units as never)).rejects.toMatchObject({ code: "UNITS_INVALID" });
    await refund("a", decision, 3);
    expect(peekNow("a").remaining).toBe(5);
  });

  test("gives back to what counts in memory what was taken there, and asks no store for it", async () => {
    const down = () => Promise.reject(new StoreFailure("STORE_UNREACHABLE", "down"));
    const store = laterStore({ charge: down, peek: down, refund: down, traits: { onFailure: "memory" } });
    const policies: PolicyOptions[] = [five, { ...ten, onFailure: "open" }];
    const limiter = createLimiter({ policies, store: guardStore(store) });
    for (let login = 0; login < 20; login += 1) {
      const decision = await limiter.check("a");
      expect(decision).toMatchObject({ allowed: true, degraded: true });
      await limiter.refund("a", decision);
      await limiter.refund("a", decision);
    }
    const decision = await limiter.check("a", { cost: 4 });
    await limiter.refund("a", decision, 3);
    expect((await limiter.peek("a")).policies[0]?.remaining).toBe(4);
  });

  test("leaves a decision alone that was made without counting", async () => {
    const asked: string[] = [];
    const store = laterStore({
      charge: () => Promise.reject(new Error("down")),
      refund: async () => (asked.push("refund"), []),
      traits: { onFailure: "open" },
    });
    const { check, refund } = createLimiter({ policy: five, store });
    const decision = await check("a");
    expect(decision).toMatchObject({ allowed: true, degraded: true });
    await refund("a", decision);
    expect(asked).toEqual([]);
  });
});

describe("penalize", () => {
  test("takes from every policy without asking, more than is there too", async () => {
    const { penalize, peekNow, checkNow } = limiterOf(five, ten, nobody);
    await penalize("a", 7);
    expect(peekNow("a").policies).toMatchObject([{ remaining: 0 }, { remaining: 3 }, { remaining: 0 }]);
    expect(checkNow("b").policies).toMatchObject([{ remaining: 5 }, { remaining: 10 }, { remaining: 0 }]);
  });

  test.each([0, -1, 0.5, NaN, Infinity, "2", undefined])("refuses %j units", async (units) => {
    await expect(limiterOf(five).penalize("a", units as never)).rejects.toMatchObject({ code: "UNITS_INVALID" });
  });
});

describe("block", () => {
  test("refuses for so long, and is lifted by 0", async () => {
    const { block, checkNow, pass } = limiterOf(five, ten);
    await block("a", 1_500);
    expect(checkNow("a")).toMatchObject({ allowed: false, violated: ["five", "ten"], retryAfterMs: 1_500 });
    expect(checkNow("b").allowed).toBe(true);
    pass(1_500);
    expect(checkNow("a").allowed).toBe(true);
    await block("a", 1_000);
    await block("a", 0);
    expect(checkNow("a").allowed).toBe(true);
  });

  test("is seen by allow", async () => {
    const { block, allow } = limiterOf(five);
    await block("a", 1_000);
    expect([allow("a"), allow("b")]).toEqual([false, true]);
  });

  test.each([-1, NaN, Infinity, 1e12 + 1, "5", undefined])("refuses a duration of %j", async (duration) => {
    await expect(limiterOf(five).block("a", duration as never)).rejects.toMatchObject({ code: "DURATION_INVALID" });
  });
});

test("reset makes every counter fresh, blocks included", async () => {
  const { reset, block, checkNow, peekNow } = limiterOf(five, ten);
  checkNow("a", { cost: 5 });
  await block("a", 1_000);
  await reset("a");
  expect(peekNow("a").policies).toMatchObject([
    { remaining: 5, allowed: true },
    { remaining: 10, allowed: true },
  ]);
});

describe("while the limit is 0", () => {
  const planned = () => {
    const plans: Readonly<Record<number, PolicyOptions>> = { 0: { ...nobody, limit: 0 }, 5: { ...nobody, limit: 5 } };
    const plan = { limit: 5 };
    const limiter = createLimiter({
      policy: () => plans[plan.limit] ?? nobody,
      store: memoryStore({ clock: handClock().clock }),
    });
    return { plan, ...limiter };
  };

  test("a block lasts into the time when the limit is not 0 any more, and can be lifted", async () => {
    const { plan, block, checkNow } = planned();
    plan.limit = 0;
    await block("a", 60_000);
    await block("b", 60_000);
    await block("b", 0);
    plan.limit = 5;
    expect([checkNow("a").allowed, checkNow("b").allowed]).toEqual([false, true]);
  });

  test("a reset forgets what was used before", async () => {
    const { plan, reset, checkNow, peekNow } = planned();
    checkNow("a", { cost: 5 });
    plan.limit = 0;
    await reset("a");
    plan.limit = 5;
    expect(peekNow("a").remaining).toBe(5);
  });

  test("a block and a penalty forget nothing that was used before", async () => {
    const { plan, block, penalize, peekNow } = planned();
    plan.limit = 5;
    const keys = ["blocked", "penalized"];
    for (const key of keys) peekNow(key);
    for (const key of keys) await penalize(key, 5);
    plan.limit = 0;
    await block("blocked", 1);
    await block("blocked", 0);
    await penalize("penalized", 1);
    plan.limit = 5;
    expect(keys.map((key) => peekNow(key).remaining)).toEqual([0, 0]);
  });
});

test.each(["refund", "penalize", "block", "reset"] as const)(
  "%s rejects when the store fails, and tells the observer",
  async (verb) => {
    const seen: unknown[] = [];
    const fails = () => Promise.reject(new TypeError("socket"));
    const store = laterStore({ refund: fails, penalize: fails, block: fails, reset: fails });
    const limiter = createLimiter({
      policy: five,
      store,
      observer: { onFailure: (failure) => void seen.push(failure) },
    });
    const decision = await limiter.check("a");
    const calls = {
      refund: () => limiter.refund("a", decision),
      penalize: () => limiter.penalize("a", 1),
      block: () => limiter.block("a", 1),
      reset: () => limiter.reset("a"),
    };
    const failure = { name: "StoreFailure", code: "STORE_REFUSED", cause: expect.any(TypeError) };
    await expect(calls[verb]()).rejects.toMatchObject(failure);
    expect(seen).toMatchObject([failure]);
  },
);
