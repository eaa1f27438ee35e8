import { describe, expect, it } from "vitest";
import { defaultPolicies } from "../../src/limits/default-policies.ts";
import { createLimits, type Ask } from "../../src/limits/limits.ts";
import { createPolicySet } from "../../src/limits/policy-set.ts";

/** How many of `count` asks in a row, at one instant, pass the built-in policies. */
async function passing(count: number, ask: Partial<Ask> & Pick<Ask, "purpose">): Promise<number> {
  const policies = createPolicySet(defaultPolicies);
  const clocks = { now: () => 0, monotonicMs: () => 0 };
  const limits = createLimits({ policies: () => policies, clocks, onDecision: () => undefined });
  const whole = { address: "ip:192.0.2.1", isLocal: false, keyId: undefined, units: 1, ...ask };
  let passed = 0;
  for (let asked = 0; asked < count; asked += 1) passed += limits.check(whole)?.allowed === false ? 0 : 1;
  await limits.close();
  return passed;
}

describe("the built-in policies", () => {
  it("do not stop a person's bulk work: an import one by one, bulk requests, a test suite", async () => {
    const here = { address: "ip:127.0.0.1", isLocal: true };
    expect(await passing(6_000, { ...here, purpose: "create" })).toBe(6_000);
    for (const purpose of ["create", "read", "change"] as const) {
      expect(await passing(100_000, { purpose, keyId: "k" })).toBe(100_000);
    }
    expect(await passing(500, { purpose: "create", keyId: "k", units: 1_000 })).toBe(500);
    expect(await passing(100_000, { ...here, purpose: "unknown-code" })).toBe(100_000);
    expect(await passing(10_000, { ...here, purpose: "wrong-key" })).toBe(10_000);
  });

  it("stop a stranger who creates, guesses codes or guesses keys", async () => {
    expect(await passing(1_000, { purpose: "create" })).toBe(100);
    expect(await passing(5_000, { purpose: "unknown-code" })).toBe(1_000);
    expect(await passing(5_000, { purpose: "wrong-key" })).toBe(500);
  });

  it("stop a key that creates without end", async () => {
    expect(await passing(1_500, { purpose: "create", keyId: "k", units: 1_000 })).toBe(1_000);
  });
});
