import { demand, demandEqual } from "./demand.ts";
import { samplePolicy, type Sample } from "./sample-policies.ts";
import { charge, withStore, type StoreSubject } from "./store-under-test.ts";
import type { TestRunner } from "./test-runner.ts";

/** One counter: what it gives, and what asking changes. */
export function countingTests({ it }: TestRunner, subject: StoreSubject, sample: Sample): void {
  const policy = samplePolicy(sample, 5);

  it("admits exactly its limit, and says each time what is left", () =>
    withStore(subject, async ({ take }) => {
      const verdicts = [];
      for (let request = 0; request < 7; request += 1) verdicts.push(await take(policy, ["a"]));
      demandEqual(
        verdicts.map(({ allowed, remaining }) => [allowed, remaining]),
        [
          [true, 4],
          [true, 3],
          [true, 2],
          [true, 1],
          [true, 0],
          [false, 0],
          [false, 0],
        ],
        "allowed and remaining of seven requests at limit 5",
      );
      demand(
        verdicts.every(({ allowed, retryAfterMs }) => (allowed ? retryAfterMs === 0 : retryAfterMs >= 1)),
        "retryAfterMs is 0 exactly when allowed",
      );
    }));

  it("charges nothing for what it refuses", () =>
    withStore(subject, async ({ take }) => {
      const costs = [3, 3, 5, 2, 1];
      const allowed = [];
      for (const cost of costs) allowed.push((await take(policy, ["a"], cost)).allowed);
      demandEqual(allowed, [true, false, false, true, false], `costs ${costs.join()} at limit 5`);
    }));

  it("admits the whole limit at once", () =>
    withStore(subject, async ({ take }) => {
      demandEqual((await take(policy, ["a"], 5)).allowed, true, "cost 5 of 5");
      demandEqual((await take(policy, ["a"], 1)).allowed, false, "cost 1 of what is left");
    }));

  it("answers a peek as the charge that follows, tells what is left now, and writes nothing", () =>
    withStore(subject, async ({ take, peek, store }) => {
      let left = 5;
      for (const cost of [2, 2, 2, 1, 1]) {
        const peeked = [await peek(policy, ["a"], cost), await peek(policy, ["a"], cost)];
        const { allowed, remaining } = await take(policy, ["a"], cost);
        for (const seen of peeked) demandEqual([seen.allowed, seen.remaining], [allowed, left], `peek of ${cost}`);
        left = remaining;
      }
      await store.peek([charge(policy, ["b"], 5), charge(policy, ["c"], 5)]);
      demandEqual((await take(policy, ["b"], 5)).allowed, true, "the whole limit after a peek at it");
    }));

  it("admits exactly its limit to 200 who ask at once", () =>
    withStore(subject, async ({ take }) => {
      const crowded = samplePolicy(sample, 20);
      const verdicts = await Promise.all(Array.from({ length: 200 }, () => take(crowded, ["a"])));
      demandEqual(verdicts.filter(({ allowed }) => allowed).length, 20, "admitted of 200 at limit 20");
    }));
}
