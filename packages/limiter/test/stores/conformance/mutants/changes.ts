import { asking, broken, renamed, type Mutant } from "./broken-store.ts";

const perPolicy = new WeakMap<object, number>();
let policies = 0;
const numberOf = (policy: object): number => {
  const known = perPolicy.get(policy) ?? (policies += 1);
  perPolicy.set(policy, known);
  return known;
};

export const ofChanges: readonly Mutant[] = [
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
];
