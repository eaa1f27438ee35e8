import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import type { Decision } from "../../src/decision.ts";
import type { PolicyOptions } from "../../src/policy-options.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { handClock } from "./stand-in-store.ts";

/** Throws at whatever is done to it. */
const sulking: object = new Proxy([], {
  get() {
    throw new TypeError("no");
  },
  has() {
    throw new TypeError("no");
  },
  getOwnPropertyDescriptor() {
    throw new TypeError("no");
  },
});

const five: PolicyOptions = {
  name: "five",
  algorithm: "sliding-window-log",
  limit: 5,
  windowMs: 60_000,
  by: ["client"],
};
const ten: PolicyOptions = { name: "ten", algorithm: "token-bucket", capacity: 10, refillPerSecond: 1, by: ["client"] };
const limiterOf = (...policies: readonly PolicyOptions[]) => {
  const { clock } = handClock();
  return createLimiter({ policies, store: memoryStore({ clock }) });
};

describe("refund", () => {
  test.each<[string, unknown]>([
    ["verdicts that are none", { policies: [null] }],
    ["a verdict without a counter", { policies: [{ policy: "five", allowed: true, cost: 1 }] }],
    ["a cost that is none", { policies: [{ policy: "five", allowed: true, key: ["a"], cost: Number.NaN }] }],
    ["a cost below 0", { policies: [{ policy: "five", allowed: true, key: ["a"], cost: -5 }] }],
    ["a time that is none", { atMicros: Number.NaN }],
    ["no time", { atMicros: undefined }],
    ["one that refuses to be looked at", { policies: sulking }],
  ])("refuses a decision with %s, and leaves the counter as it is", async (_, forged) => {
    const { checkNow, refund, peekNow } = limiterOf(five);
    const decision = checkNow("a", { cost: 2 });
    for (const each of [{ ...decision, ...(forged as object) }, sulking]) {
      await expect(refund("a", each as never)).rejects.toMatchObject({
        name: "LimiterError",
        code: "DECISION_INVALID",
      });
    }
    expect(peekNow("a").remaining).toBe(3);
    await refund("a", decision);
    expect(peekNow("a").remaining).toBe(5);
  });

  test("refuses a decision of another counter, which never gave it anything", async () => {
    const { checkNow, refund, peekNow } = limiterOf(five, { ...ten, by: ["tenant", "client"] });
    const decision = checkNow({ tenant: "t", client: "a" });
    checkNow({ tenant: "t", client: "b" });
    checkNow({ tenant: "u", client: "a" });
    for (const scope of [{ tenant: "t", client: "b" }, { tenant: "u", client: "a" }, "a"]) {
      await expect(refund(scope, decision)).rejects.toMatchObject({ code: "DECISION_INVALID" });
    }
    expect(peekNow({ tenant: "t", client: "b" }).policies).toMatchObject([{ remaining: 4 }, { remaining: 9 }]);
    await refund({ client: "a", tenant: "t", route: "any" }, decision);
    expect(peekNow({ tenant: "t", client: "a" }).policies).toMatchObject([{ remaining: 4 }, { remaining: 10 }]);
  });

  test("gives back once, however often a decision is copied", async () => {
    const { checkNow, refund, peekNow } = limiterOf(five);
    const decision = checkNow("a");
    checkNow("a", { cost: 3 });
    for (const copy of [{ ...decision }, decision, { ...decision }]) await refund("a", copy);
    expect(peekNow("a").remaining).toBe(2);
    await refund("a", { ...peekNow("a") });
    expect(peekNow("a").remaining).toBe(2);
  });

  test("gives back what went to another process and came back", async () => {
    const { checkNow, refund, peekNow } = limiterOf(five);
    await refund("a", JSON.parse(JSON.stringify(checkNow("a", { cost: 4 }))) as Decision);
    expect(peekNow("a").remaining).toBe(5);
  });

  test("never gives back more than was taken, of policies with costs of their own", async () => {
    const cost = fc.integer({ min: 1, max: 5 });
    const asked = fc.record({ costs: fc.tuple(cost, cost), before: fc.nat(3), after: fc.nat(3), units: fc.nat(5) });
    const property = fc.asyncProperty(asked, async ({ costs: [first, second], before, after, units }) => {
      const policies = [
        { ...five, limit: 40, cost: first },
        { ...ten, capacity: 40, cost: second },
      ] as const;
      const [one, other] = [limiterOf(...policies), limiterOf(...policies)];
      for (const { checkNow } of [one, other]) for (let i = 0; i < before + after; i++) checkNow("a");
      const decision = one.checkNow("a");
      await one.refund("a", decision, units === 0 ? undefined : Math.min(units, decision.cost));
      for (const [i, { remaining }] of other.peekNow("a").policies.entries())
        expect(one.peekNow("a").policies[i]?.remaining).toBeLessThanOrEqual(remaining);
    });
    await fc.assert(property, { seed: 20_261_130, numRuns: 200 });
  });
});
