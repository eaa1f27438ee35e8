import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import type { Policy } from "../../src/policy.ts";
import type { Store, Verdict } from "../../src/store.ts";
import type { OpenForTest } from "../../src/testing/index.ts";
import { clock, optionsOf, vectors, type Vector } from "../algorithms/vectors.ts";

/** A queue that delays is no meter. */
const ours = vectors.filter((vector) => optionsOf(vector) !== undefined);

/** Asks a store, whose clock is moved, what the vectors say, and what its clock may do. */
export function describeVectors(name: string, open: OpenForTest): void {
  describe(`the vectors, asked of ${name}`, () => {
    it("are 70", () => expect(ours).toHaveLength(70));

    it.each(ours)("$id is answered as it says", async (vector) => {
      const policy = policyOf(vector);
      const tolerance = vector.features.includes("fractional_interval") ? 1 : 0;
      const { limit } = policy.algorithm;
      const { store, ask, goTo, end } = await openAt(open, 0);
      const used = limit - (vector.params["initial"] ?? limit);
      if (used > 0) await store.penalize([{ policy, key: ["a"], cost: used }]);
      for (const [i, step] of vector.sequence.entries()) {
        await goTo(step.t_ms);
        const isPossible = step.cost <= limit;
        const verdict = await ask(policy, isPossible ? step.cost : 0);
        expect(verdict?.remaining, `step ${i}`).toBe(step.expect_remaining);
        if (step.cost === 0 || !isPossible || step.retry_after_ms === null) continue;
        expect(verdict?.allowed, `step ${i}`).toBe(step.expect_allowed);
        const difference = Math.abs((verdict?.retryAfterMs ?? 0) - step.retry_after_ms);
        expect(difference, `step ${i}`).toBeLessThanOrEqual(tolerance);
      }
      await end();
    });

    const bucket = compilePolicy({
      name: "bucket",
      by: ["client"],
      algorithm: "token-bucket",
      capacity: clock.capacity,
      refillPerSecond: clock.refill_per_second,
    });

    it.each(clock.cases)("a clock that steps back refills what it should: $case", async (row) => {
      const { store, ask, goTo, end } = await openAt(open, row.stored_last_ms);
      await store.penalize([{ policy: bucket, key: ["a"], cost: clock.capacity }]);
      await goTo(row.now_ms);
      const expected = Math.min(clock.capacity, Math.floor((row.refill_ms * clock.refill_per_second) / 1_000));
      expect((await ask(bucket, 0))?.remaining).toBe(expected);
      for (let left = expected; left > 0; left -= 1) expect((await ask(bucket, 1))?.allowed).toBe(true);
      expect((await ask(bucket, 1))?.allowed).toBe(false);
      await end();
    });

    it("a clock that steps back keeps the newest time, though it refuses", async () => {
      const { store, ask, goTo, end } = await openAt(open, 10_000);
      await store.penalize([{ policy: bucket, key: ["a"], cost: clock.capacity }]);
      for (const { now_ms, calls = 1, allowed_calls = 0 } of clock.sequence.steps) {
        await goTo(now_ms);
        let passed = 0;
        for (let call = 0; call < calls; call += 1) if ((await ask(bucket, 1))?.allowed === true) passed += 1;
        expect(passed, `${now_ms} ms`).toBe(allowed_calls);
      }
      await end();
    });
  });
}

async function openAt(open: OpenForTest, startMs: number) {
  const { store, advance, close } = await open(startMs * 1_000);
  let nowMs = startMs;
  return {
    store,
    ask: (policy: Policy, cost: number) => askStore(store, policy, cost),
    async goTo(ms: number) {
      await advance?.((ms - nowMs) * 1_000);
      nowMs = ms;
    },
    async end() {
      await store.close();
      await close?.();
    },
  };
}

/** @param cost 0 looks without taking. */
async function askStore(store: Store, policy: Policy, cost: number): Promise<Verdict | undefined> {
  const charges = [{ policy, key: ["a"], cost: Math.max(cost, 1) }];
  const { verdicts } = cost === 0 ? await store.peek(charges) : await store.charge(charges);
  return verdicts[0];
}

function policyOf(vector: Vector): Policy {
  const options = optionsOf(vector);
  if (options === undefined) throw new Error(`${vector.algorithm} is not ours`);
  return compilePolicy({ name: "v", by: ["client"], ...options });
}
