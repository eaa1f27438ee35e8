import { expect, it } from "vitest";
import { compileRow } from "../../src/limits/compile-row.ts";
import type { PolicyRow } from "../../src/limits/index.ts";
import { createLimits, type Ask } from "../../src/limits/limits.ts";
import { createPolicySet } from "../../src/limits/policy-set.ts";
import type { LimitOutcome } from "../../src/metrics/limit-metrics.ts";

const row: PolicyRow = {
  name: "two",
  for: "create",
  per: "address",
  algorithm: "fixed-window",
  limit: 2,
  window: "1h",
};
const ask: Ask = { purpose: "create", address: "ip:192.0.2.1", isLocal: false, keyId: undefined, units: 1 };

function limitsOf(...rows: readonly PolicyRow[]) {
  const outcomes: LimitOutcome[] = [];
  const policies = createPolicySet(rows);
  const limits = createLimits({
    policies: () => policies,
    clocks: { now: () => 0, monotonicMs: () => 0 },
    onDecision: (_purpose, outcome) => void outcomes.push(outcome),
  });
  const passes = (changed: Partial<Ask> = {}) => limits.check({ ...ask, ...changed })?.allowed;
  return { limits, outcomes, passes };
}

it("a policy in force refuses, and says so", () => {
  const { passes, outcomes } = limitsOf(row);
  expect([passes(), passes(), passes()]).toEqual([true, true, false]);
  expect(outcomes).toEqual(["allowed", "allowed", "refused"]);
});

it("a policy in shadow refuses nobody, and says whom it would have refused", () => {
  const { passes, outcomes } = limitsOf({ ...row, shadow: true });
  expect([passes(), passes(), passes()]).toEqual([true, true, true]);
  expect(outcomes).toEqual(["allowed", "allowed", "shadow-refused"]);
});

it("a policy of keys passes over who has none, and its exceptions over whom they name", () => {
  expect(limitsOf({ ...row, per: "key" }).passes()).toBeUndefined();
  const { passes } = limitsOf({ ...row, except: ["keys", "local"] });
  expect([passes({ keyId: "k" }), passes({ isLocal: true }), passes()]).toEqual([undefined, undefined, true]);
});

it("what is taken without asking is gone, and what is given back is there again", async () => {
  const { limits, passes } = limitsOf(row);
  const first = limits.check(ask);
  await limits.take(ask);
  expect([limits.peek(ask)?.remaining, passes()]).toEqual([0, false]);
  if (first !== undefined) await limits.refund(ask, first);
  expect([limits.peek(ask)?.remaining, passes(), passes()]).toEqual([1, true, false]);
  // Nothing counts this, so that there is nothing to take.
  await limits.take({ ...ask, purpose: "read" });
  expect(limits.peek({ ...ask, purpose: "read" })).toBeUndefined();
});

it("a request for more than a policy can give takes all of it, where nothing is used", () => {
  const { passes, limits } = limitsOf(row);
  expect([passes({ units: 5 }), limits.peek(ask)?.remaining, passes({ units: 5 })]).toEqual([true, 0, false]);
});

const common = { name: "p", for: "create", per: "address" } as const;
it.each<[PolicyRow, object]>([
  [
    { ...common, algorithm: "fixed-window", limit: 2, window: "1m", version: "v2", shadow: true },
    { algorithm: "fixed-window", limit: 2, windowMs: 60_000, alignment: "epoch", version: "v2", shadow: true },
  ],
  [
    { ...common, algorithm: "fixed-window", limit: 2, window: "1m", alignment: "first-request", shadow: false },
    { algorithm: "fixed-window", limit: 2, windowMs: 60_000, alignment: "first-request", shadow: false },
  ],
  [
    { ...common, algorithm: "sliding-window-counter", limit: 2, window: "1d", buckets: 24 },
    { algorithm: "sliding-window-counter", limit: 2, windowMs: 86_400_000, buckets: 24 },
  ],
  [
    { ...common, algorithm: "token-bucket", capacity: 2, refill: 3, every: "5s", refillMode: "interval" },
    { algorithm: "token-bucket", capacity: 2, refill: 3, refillMs: 5_000, refillMode: "interval" },
  ],
  [
    { ...common, algorithm: "gcra", burst: 2, refill: 3, every: "250ms" },
    { algorithm: "gcra", burst: 2, refill: 3, refillMs: 250 },
  ],
  [
    { ...common, algorithm: "leaky-bucket", capacity: 2, refill: 3, every: "2h" },
    { algorithm: "leaky-bucket", capacity: 2, refill: 3, refillMs: 7_200_000 },
  ],
])("is said to the limiter as it is written: %j", (written, quota) => {
  expect(compileRow(written)).toEqual({ options: { name: "p", by: ["address"], ...quota } });
});
