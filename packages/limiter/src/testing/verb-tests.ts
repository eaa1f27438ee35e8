import { demand, demandEqual } from "./demand.ts";
import { samplePolicy, type Sample } from "./sample-policies.ts";
import { charge, withStore, type StoreSubject, type StoreUnderTest } from "./store-under-test.ts";
import type { TestRunner } from "./test-runner.ts";

/** What is done to counters beside asking them. */
export function verbTests({ it }: TestRunner, subject: StoreSubject, sample: Sample): void {
  const policy = samplePolicy(sample, 5);
  const key = ["a"];
  const left = async ({ peek }: StoreUnderTest): Promise<number> => {
    for (let cost = 5; cost >= 1; cost -= 1) if ((await peek(policy, key, cost)).allowed) return cost;
    return 0;
  };

  it("gives back what was taken, once it is asked to, and says how much", () =>
    withStore(subject, async (under) => {
      const { atMicros } = await under.charge(charge(policy, key, 4));
      demandEqual(await under.store.refund([charge(policy, key, 3)], atMicros), [3], "units given back of 3");
      demandEqual(await left(under), 4, "what can be taken of 5 after taking 4 and giving back 3");
    }));

  it("never gives back more than was taken", () =>
    withStore(subject, async (under) => {
      const { atMicros } = await under.charge(charge(policy, key, 2));
      const given = await under.store.refund([charge(policy, key, 5), charge(policy, ["never asked"], 1)], atMicros);
      demandEqual(given, [2, 0], "units given back of 5 where 2 were taken, and of 1 where none was");
      demandEqual(await left(under), 5, "what can be taken");
    }));

  it("takes a penalty without asking, and is owed nothing that is not there", () =>
    withStore(subject, async (under) => {
      await under.store.penalize([charge(policy, key, 2)]);
      demandEqual(await left(under), 3, "what can be taken of 5 after a penalty of 2");
      await under.take(policy, key, 3);
      const { resetAfterMs: before } = await under.take(policy, key);
      await under.store.penalize([charge(policy, key, 1_000)]);
      demandEqual(await left(under), 0, "what can be taken after a penalty above the limit");
      const { resetAfterMs: after } = await under.take(policy, key);
      demand(after <= 2 * Math.max(before, 10_000_000_000), `a penalty is not owed for ${after} ms`);
    }));

  it("refuses a blocked counter whatever it has, and no other", () =>
    withStore(subject, async (under) => {
      await under.store.block([charge(policy, key)], 60_000);
      const verdict = await under.take(policy, key);
      demandEqual([verdict.allowed, verdict.remaining], [false, 0], "allowed and remaining while blocked");
      demand(
        verdict.retryAfterMs >= 1 && verdict.retryAfterMs <= 60_000,
        `retryAfterMs tells the block: ${verdict.retryAfterMs}`,
      );
      demandEqual((await under.take(policy, ["b"])).allowed, true, "another counter");
      demandEqual(
        (await under.take(samplePolicy(sample, 5, undefined, { name: "other" }), key)).allowed,
        true,
        "another policy",
      );
      await under.store.block([charge(policy, key)], 0);
      demandEqual((await under.take(policy, key, 5)).allowed, true, "the whole limit after the block");
    }));

  it("admits a counter again when its block is over", () =>
    withStore(subject, async (under) => {
      await under.store.block([charge(policy, key)], 100);
      await under.pass(100);
      demandEqual((await under.take(policy, key, 5)).allowed, true, "the whole limit after the block");
    }));

  if (subject.isClockMoved) {
    it("ends a block to the millisecond", () =>
      withStore(subject, async (under) => {
        await under.store.block([charge(policy, key)], 300);
        await under.pass(299);
        const { allowed, retryAfterMs } = await under.take(policy, key);
        demandEqual([allowed, retryAfterMs], [false, 1], "a millisecond before its end");
        await under.pass(1);
        demandEqual((await under.take(policy, key)).allowed, true, "at its end");
      }));
  }

  it("does not shorten a longer block, and lifts it when told 0", () =>
    withStore(subject, async (under) => {
      await under.store.block([charge(policy, key)], 60_000);
      await under.store.block([charge(policy, key)], 50);
      await under.pass(60);
      demandEqual((await under.take(policy, key)).allowed, false, "after a shorter block was added");
      await under.store.block([charge(policy, key)], 0);
      demandEqual((await under.take(policy, key, 5)).allowed, true, "the whole limit after the block was lifted");
    }));

  it("keeps what was used through a block", () =>
    withStore(subject, async (under) => {
      await under.take(policy, key, 3);
      await under.store.block([charge(policy, key)], 60_000);
      await under.store.block([charge(policy, key)], 0);
      demandEqual(await left(under), 2, "what can be taken of 5 after 3 and a block");
    }));

  it("makes a counter fresh, its block included, and no other", () =>
    withStore(subject, async (under) => {
      for (const name of ["a", "b"]) await under.take(policy, [name], 5);
      await under.store.block([charge(policy, key)], 60_000);
      await under.store.reset([charge(policy, key)]);
      demandEqual((await under.take(policy, key, 5)).allowed, true, "the whole limit after a reset");
      demandEqual((await under.take(policy, ["b"])).allowed, false, "another counter");
    }));
}
