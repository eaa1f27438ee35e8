import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { createLimiter } from "../../src/create-limiter.ts";
import type { PolicyOptions } from "../../src/policy-options.ts";
import type { Charge } from "../../src/store.ts";
import { createSharedMemory, sharedMemoryStore } from "../../src/stores/shared-memory/index.ts";

const windowMs = 10_000_000_000;
const now = 1_700_000_000_000_000;

/** One bucket of 16 rows. */
const openTiny = () => sharedMemoryStore({ memory: createSharedMemory({ keys: 1 }), clock: () => now });
const policyOf = (name: string, limit: number): PolicyOptions => ({
  name,
  by: ["client"],
  algorithm: "fixed-window",
  limit,
  windowMs,
});

/** Fills every row with one that has used all but one unit of ten. */
function fill(store: ReturnType<typeof openTiny>): void {
  const counter = store.counter(compilePolicy(policyOf("others", 10)));
  for (let i = 0; i < 16; i++) counter.tryTake(`other ${i}`, 9);
}

describe("a shared memory that is full", () => {
  it("lets nobody pass beyond the smallest of his limits, however many policies a decision has", () => {
    const property = fc.property(
      fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 16 }),
      fc.boolean(),
      (limits, isFull) => {
        const store = openTiny();
        if (isFull) fill(store);
        const { checkNow } = createLimiter({ policies: limits.map((limit, i) => policyOf(`p${i}`, limit)), store });
        const least = Math.min(...limits, 40);
        let passed = 0;
        for (let i = 0; i < least + 5; i++) if (checkNow("a").allowed) passed++;
        expect(passed).toBe(Math.min(least + 5, ...limits));
      },
    );
    fc.assert(property, { numRuns: 200, seed: 20_261_130 });
  });

  it("keeps every counter that a decision has charged until it is answered, whoever came before", () => {
    const asked = fc.record({ client: fc.nat(5), cost: fc.integer({ min: 1, max: 3 }) });
    const property = fc.property(
      fc.array(fc.integer({ min: 3, max: 500 }), { minLength: 2, maxLength: 5 }),
      fc.array(asked, { minLength: 1, maxLength: 40 }),
      (limits, requests) => {
        const store = openTiny();
        const { checkNow, peekNow } = createLimiter({
          policies: limits.map((limit, i) => policyOf(`p${i}`, limit)),
          store,
        });
        for (const { client, cost } of requests) {
          const before = peekNow(`client ${client}`);
          const { allowed, policies } = checkNow(`client ${client}`, { cost });
          if (!allowed) continue;
          const after = peekNow(`client ${client}`);
          for (const [i, { remaining }] of policies.entries()) {
            expect(remaining).toBe((before.policies[i]?.remaining ?? 0) - cost);
            expect(after.policies[i]?.remaining).toBe(remaining);
          }
        }
      },
    );
    fc.assert(property, { numRuns: 300, seed: 20_261_130 });
  });

  it("keeps all that a penalty or a block made", async () => {
    const store = openTiny();
    fill(store);
    const policies = Array.from({ length: 16 }, (_, i) => policyOf(`p${i}`, 1_000));
    const { penalize, block, peekNow } = createLimiter({ policies, store });
    await penalize("a", 1);
    expect(peekNow("a").policies.map(({ remaining }) => remaining)).toEqual(policies.map(() => 999));
    await block("b", 1_000);
    expect(peekNow("b").policies.map(({ allowed }) => allowed)).toEqual(policies.map(() => false));
  });

  it("refuses a decision of more counters than a bucket has rows, and charges none of them", () => {
    const store = openTiny();
    const policies = Array.from({ length: 17 }, (_, i) => compilePolicy(policyOf(`p${i}`, 5)));
    const charges = policies.map((policy): Charge => ({ policy, key: ["a"], cost: 1 }));
    const refused = expect.objectContaining({ code: "STORE_POLICY_UNSUPPORTED" });
    expect(() => store.chargeNow(charges)).toThrow(refused);
    for (const charge of charges) expect(store.peekNow([charge]).verdicts[0]?.remaining).toBe(5);
    // One counter that is asked twice needs one row.
    const repeated = [...charges.slice(1), ...charges.slice(1, 3)];
    expect(store.chargeNow(repeated).verdicts.every(({ allowed }) => allowed)).toBe(true);
  });
});
