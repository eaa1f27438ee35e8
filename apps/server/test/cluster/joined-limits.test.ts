import { expect, it } from "vitest";
import { answerLimits, createJoinedLimits } from "../../src/cluster/joined-limits.ts";
import { createLimits, type Ask, type OwnLimits } from "../../src/limits/limits.ts";
import { createPolicySet } from "../../src/limits/policy-set.ts";

const policies = createPolicySet([
  { name: "few", for: "create", per: "key", algorithm: "fixed-window", limit: 3, window: "1d" },
]);
const clocks = { now: () => 1_800_000_000_000, monotonicMs: () => 0 };
const ask: Ask = { purpose: "create", address: "192.0.2.1", isLocal: false, keyId: "key", units: 1 };

type OpenOptions = { readonly isReachable?: boolean; readonly failsFor?: string };

function open({ isReachable = true, failsFor }: OpenOptions = {}) {
  const counted: string[] = [];
  const messages: number[] = [];
  const ownLimits = () => createLimits({ policies: () => policies, clocks, onDecision: () => undefined });
  const counting = ownLimits();
  const whole: OwnLimits = {
    ...counting,
    check(asked) {
      if (asked.keyId === failsFor) throw new Error("The counters are at fault.");
      return counting.check(asked);
    },
  };
  const join = () =>
    createJoinedLimits({
      own: ownLimits(),
      policies: () => policies,
      onDecision: (_, outcome) => void counted.push(outcome),
      async ask(calls) {
        messages.push((JSON.parse(calls) as readonly unknown[]).length);
        if (!isReachable) throw new Error("The primary does not answer.");
        return answerLimits(whole, calls);
      },
    });
  return { workers: [join(), join()] as const, counted, messages };
}

it("counts once for all, in one message a turn", async () => {
  const { workers, counted, messages } = open();
  const [first, second] = workers;
  const decisions = await Promise.all([first.check(ask), first.check(ask), second.check(ask), second.check(ask)]);
  expect(decisions.filter((decision) => decision?.allowed === true)).toHaveLength(3);
  expect(counted.toSorted()).toEqual(["allowed", "allowed", "allowed", "refused"]);
  expect(messages).toEqual([2, 2]);
});

it("gives back and takes what one worker asks for, for all", async () => {
  const [first, second] = open().workers;
  const decision = await first.check(ask);
  if (decision === undefined) throw new Error("The request was not counted.");
  await first.refund(ask, decision);
  await second.take({ ...ask, units: 3 });
  expect((await first.peek(ask))?.allowed).toBe(false);
});

it("asks nobody about what is not limited", () => {
  const { workers, messages } = open();
  expect(workers[0].check({ ...ask, purpose: "read" })).toBeUndefined();
  expect(messages).toEqual([]);
});

it("counts for itself where nobody answers", async () => {
  const [worker] = open({ isReachable: false }).workers;
  const allowed: unknown[] = [];
  for (let request = 0; request < 4; request += 1) allowed.push((await worker.check(ask))?.allowed);
  expect(allowed).toEqual([true, true, true, false]);
});

it("counts the others of a turn once where one of them fails", async () => {
  const [first, second] = open({ failsFor: "bad" }).workers;
  const decisions = await Promise.all([first.check(ask), first.check({ ...ask, keyId: "bad" }), first.check(ask)]);
  // The one that failed is decided where it was asked.
  expect(decisions.map((decision) => decision?.allowed)).toEqual([true, true, true]);
  expect((await first.check(ask))?.allowed).toBe(true);
  expect((await second.check(ask))?.allowed).toBe(false);
});
