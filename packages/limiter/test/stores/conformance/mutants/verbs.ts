import { asking, broken, type Mutant } from "./broken-store.ts";

export const ofVerbs: readonly Mutant[] = [
  {
    fault: "gives nothing back",
    foundBy: "gives back what was taken, once it is asked to, and says how much",
    open: broken(() => ({ refund: async (charges) => charges.map(({ cost }) => cost) })),
  },
  {
    fault: "says it gave back all",
    foundBy: "never gives back more than was taken",
    open: broken((whole) => ({
      refund: async (charges, at) => {
        await whole.refund(charges, at);
        return charges.map(({ cost }) => cost);
      },
    })),
  },
  {
    fault: "asks before it penalizes",
    foundBy: "takes a penalty without asking, and is owed nothing that is not there",
    open: broken((whole) => ({
      penalize: async (charges) => void (await whole.charge(charges.map((charge) => ({ ...charge, cost: 1 })))),
    })),
  },
  {
    fault: "blocks nobody",
    foundBy: "refuses a blocked counter whatever it has, and no other",
    open: broken(() => ({ block: async () => {} })),
  },
  {
    fault: "blocks all policies",
    foundBy: "refuses a blocked counter whatever it has, and no other",
    open: asking((charge) => ({ ...charge, policy: { ...charge.policy, name: "one" } })),
  },
  {
    fault: "blocks for good",
    foundBy: "admits a counter again when its block is over",
    open: broken((whole) => ({ block: (charges, ms) => whole.block(charges, ms === 0 ? 0 : 1e12) })),
  },
  {
    fault: "blocks whole seconds",
    foundBy: "ends a block to the millisecond",
    open: broken((whole) => ({ block: (charges, ms) => whole.block(charges, Math.ceil(ms / 1_000) * 1_000) })),
  },
  {
    fault: "takes the newest block",
    foundBy: "does not shorten a longer block, and lifts it when told 0",
    open: broken((whole) => ({
      block: async (charges, ms) => {
        await whole.block(charges, 0);
        await whole.block(charges, ms);
      },
    })),
  },
  {
    fault: "never lifts a block",
    foundBy: "does not shorten a longer block, and lifts it when told 0",
    open: broken((whole) => ({ block: async (charges, ms) => (ms === 0 ? undefined : whole.block(charges, ms)) })),
  },
  {
    fault: "forgets what was used when it lifts a block",
    foundBy: "keeps what was used through a block",
    open: broken((whole) => ({ block: (charges, ms) => (ms === 0 ? whole.reset(charges) : whole.block(charges, ms)) })),
  },
  {
    fault: "keeps blocks through a reset",
    foundBy: "makes a counter fresh, its block included, and no other",
    open: broken((whole) => ({
      reset: async (charges) => {
        await whole.reset(charges);
        await whole.block(charges, 1_000);
      },
    })),
  },
];
