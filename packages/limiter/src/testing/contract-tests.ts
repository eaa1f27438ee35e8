import type { Store } from "../store.ts";
import { demand, demandEqual, demandRejection } from "./demand.ts";
import { sampleAt, samplePolicy } from "./sample-policies.ts";
import { charge, startMicros, withStore, type StoreSubject } from "./store-under-test.ts";
import type { TestRunner } from "./test-runner.ts";

/** What a store says of itself, and how it ends. */
export function contractTests({ it }: TestRunner, subject: StoreSubject): void {
  const policy = samplePolicy(sampleAt(0), 5);

  it("says what it is", () =>
    withStore(subject, async ({ store: { traits } }) => {
      demand(/^[a-z][a-z-]*$/.test(traits.kind), `its kind is a word, not "${traits.kind}"`);
      demand(["process", "threads", "nodes"].includes(traits.reach), `its reach is not "${traits.reach}"`);
      demand(typeof traits.isSharded === "boolean", "whether it is sharded is true or false");
      const modes = ["open", "closed", "memory", "per-policy", "never"];
      demand(modes.includes(traits.onFailure), `its onFailure is not "${traits.onFailure}"`);
      demand(traits.liveNodes() >= 1, `there is at least one live node, not ${traits.liveNodes()}`);
    }));

  it("is what it was said to be", () =>
    withStore(subject, async ({ store, canMove }) => {
      const { isSync, isClockMoved } = subject;
      demandEqual(
        ["chargeNow" in store, canMove],
        [isSync, isClockMoved],
        "whether it is a SyncStore, and can be advanced",
      );
    }));

  it("tells its clock in whole microseconds since 1970", () =>
    withStore(subject, async (under) => {
      const before = await under.charge(charge(policy, ["a"]));
      await under.pass(25);
      const { atMicros } = await under.charge(charge(policy, ["a"]));
      demand(Number.isSafeInteger(atMicros), `its clock is whole, not ${atMicros}`);
      const passed = atMicros - before.atMicros;
      demand(under.canMove ? passed === 25_000 : passed >= 25_000, `25 ms are 25000 microseconds, not ${passed}`);
      if (under.canMove) demandEqual(before.atMicros, startMicros, "where its clock begins");
      else demand(Math.abs(before.atMicros / 1000 - Date.now()) < 86_400_000, "its clock is of today");
    }));

  it("answers each charge in its place", () =>
    withStore(subject, async (under) => {
      const policies = [4, 2, 3].map((limit) =>
        samplePolicy(sampleAt(limit), limit, undefined, { name: `of ${limit}` }),
      );
      const { verdicts } = await under.charge(...policies.map((each) => charge(each, ["a"], 1)));
      demandEqual(
        verdicts.map(({ remaining }) => remaining),
        [3, 1, 2],
        "what is left of 4, 2 and 3",
      );
    }));

  it("refuses what is asked after it was closed, and may be closed twice", () =>
    withStore(subject, async ({ store }) => {
      await store.charge([charge(policy, ["a"])]);
      await store.close();
      await store.close();
      for (const [verb, work] of Object.entries(everyVerb(store))) {
        const error = await demandRejection(work, `${verb} after close`);
        const { name, code } = error as { name?: unknown; code?: unknown };
        demandEqual([name, code], ["StoreFailure", "STORE_CLOSED"], `why ${verb} rejects after close`);
      }
    }));

  function everyVerb(store: Store): Readonly<Record<string, () => Promise<unknown>>> {
    const charges = [charge(policy, ["a"])];
    return {
      charge: () => store.charge(charges),
      peek: () => store.peek(charges),
      refund: () => store.refund(charges, startMicros),
      penalize: () => store.penalize(charges),
      block: () => store.block(charges, 1_000),
      reset: () => store.reset(charges),
    };
  }
}
