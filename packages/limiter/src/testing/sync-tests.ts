import { keyText } from "../key-text.ts";
import type { Store, SyncStore } from "../store.ts";
import { demand, demandEqual } from "./demand.ts";
import { samplePolicy, type Sample } from "./sample-policies.ts";
import { charge, withStore, type StoreSubject } from "./store-under-test.ts";
import type { TestRunner } from "./test-runner.ts";

/** What a store that answers at once holds besides; others have nothing to hold here. */
export function syncTests({ it }: TestRunner, subject: StoreSubject, sample: Sample): void {
  if (!subject.isSync) return;
  const policy = samplePolicy(sample, 5);
  const key = ["a"];

  it("counts what is asked at once, later, and by a counter in one place", () =>
    withStore(subject, async ({ store, take }) => {
      demandSync(store);
      const { tryTake } = bound(store.counter(policy));
      const one = [charge(policy, key)];
      const answers = [
        (await take(policy, key)).remaining,
        store.chargeNow(one).verdicts[0]?.remaining,
        tryTake(keyText(key, policy.by), 1),
        store.peekNow(one).verdicts[0]?.remaining,
        tryTake(keyText(key, policy.by), 3),
        tryTake(keyText(key, policy.by), 2),
        tryTake(keyText(key, policy.by), 1),
        store.chargeNow(one).verdicts[0]?.allowed,
      ];
      demandEqual(answers, [4, 3, true, 2, false, true, false, false], "one counter of 5, asked in every way");
    }));

  it("refuses a blocked counter by every way, and admits again after the block", () =>
    withStore(subject, async ({ store }) => {
      demandSync(store);
      const { tryTake } = bound(store.counter(policy));
      await store.block([charge(policy, key)], 60_000);
      demandEqual(
        [tryTake(keyText(key, policy.by), 1), store.chargeNow([charge(policy, key)]).verdicts[0]?.allowed],
        [false, false],
        "while blocked",
      );
      await store.block([charge(policy, key)], 0);
      demandEqual(tryTake(keyText(key, policy.by), 5), true, "the whole limit after the block");
    }));

  it("throws what a rejection would be, when closed", () =>
    withStore(subject, async ({ store }) => {
      demandSync(store);
      const counter = store.counter(policy);
      await store.close();
      const ways = [
        () => store.chargeNow([charge(policy, key)]),
        () => store.peekNow([charge(policy, key)]),
        () => counter.tryTake("a", 1),
      ];
      demandEqual(
        ways.map(codeOf),
        ["STORE_CLOSED", "STORE_CLOSED", "STORE_CLOSED"],
        "the codes of chargeNow, peekNow and tryTake",
      );
    }));
}

function demandSync(store: Store): asserts store is SyncStore {
  demand("chargeNow" in store, "the store is a SyncStore");
}

function bound(counter: { tryTake(text: string, cost: number): boolean }) {
  return { tryTake: (text: string, cost: number) => counter.tryTake(text, cost) };
}

function codeOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    demand(error instanceof Error && "code" in error, "what it throws has a code");
    return error.code;
  }
  return "nothing was thrown";
}
