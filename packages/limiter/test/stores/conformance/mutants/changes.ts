import type { Charge, Store } from "../../../../src/store.ts";
import { asking, broken, renamed, saying, type Mutant } from "./broken-store.ts";

const perPolicy = new WeakMap<object, number>();
let policies = 0;
const numberOf = (policy: object): number => {
  const known = perPolicy.get(policy) ?? (policies += 1);
  perPolicy.set(policy, known);
  return known;
};

/** Does something to a counter before it is asked by another quota than the last time. */
function changing(act: (whole: Store, charge: Charge) => Promise<unknown>): Mutant["open"] {
  return broken((whole) => {
    const last = new Map<string, unknown>();
    return {
      charge: async (charges) => {
        for (const charge of charges) {
          const { algorithm } = charge.policy;
          if ((last.get(charge.key.join()) ?? algorithm) !== algorithm) await act(whole, charge);
          last.set(charge.key.join(), algorithm);
        }
        return whole.charge(charges);
      },
    };
  });
}

export const ofChanges: readonly Mutant[] = [
  {
    fault: "forgets penalties",
    foundBy: "counts a penalty for as long as the quota that it was counted by, though another one asks",
    open: broken(() => ({ penalize: async () => {} })),
  },
  {
    fault: "has counters for each object",
    foundBy: "takes the same policy, compiled again, for the same",
    open: asking((charge) => renamed(charge, numberOf(charge.policy))),
  },
  {
    fault: "has counters for each limit",
    foundBy: "refills nothing when the limit is lowered and raised again",
    open: asking((charge) => renamed(charge, charge.policy.algorithm.limit)),
  },
  {
    fault: "has counters for each limit",
    foundBy: "gives no more than the difference when the limit is raised",
    open: asking((charge) => renamed(charge, charge.policy.algorithm.limit)),
  },
  {
    fault: "has counters for each window",
    foundBy: "refills nothing when the window changes",
    open: asking((charge) => renamed(charge, charge.policy.algorithm.windowMs)),
  },
  {
    fault: "carries a counter over before it blocks",
    foundBy: "forgets nothing by a block, a penalty or a refund while the limit is lower",
    open: broken((whole) => ({
      block: async (charges, durationMs) => {
        await whole.reset(charges);
        await whole.penalize(charges.map((charge) => ({ ...charge, cost: charge.policy.algorithm.limit })));
        await whole.block(charges, durationMs);
      },
    })),
  },
  {
    fault: "has counters for each algorithm",
    foundBy: "refills nothing when another algorithm takes over",
    open: asking((charge) => renamed(charge, charge.policy.algorithm.name)),
  },
  {
    fault: "waits a millisecond too long where little can be taken",
    foundBy: "tells an exact wait after the limit was lowered, however often it is asked",
    open: saying(({ allowed, retryAfterMs }, charge) =>
      allowed || charge?.policy.algorithm.limit !== 3 ? {} : { retryAfterMs: retryAfterMs + 1 },
    ),
  },
  {
    fault: "charges a unit more whenever another quota asks",
    foundBy: "refuses nobody who is below the lower of two limits by turns",
    open: changing((whole, charge) => whole.penalize([{ ...charge, cost: 1 }])),
  },
  {
    fault: "has counters for each limit",
    foundBy: "admits no more by two limits by turns than by the higher one alone",
    open: asking((charge) => renamed(charge, charge.policy.algorithm.limit)),
  },
  {
    fault: "forgets what was used whenever another quota asks",
    foundBy: "frees nothing by turns of two windows",
    open: changing((whole, charge) => whole.reset([charge])),
  },
];
