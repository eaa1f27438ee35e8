import { broken, saying, type Mutant } from "./broken-store.ts";

export const ofCounting: readonly Mutant[] = [
  {
    fault: "admits one more",
    foundBy: "admits exactly its limit, and says each time what is left",
    open: broken((whole) => {
      let isFirst = true;
      return {
        charge: async (charges) => {
          const answer = await whole.charge(charges);
          if (isFirst) await whole.refund(charges, answer.atMicros);
          isFirst = false;
          return answer;
        },
      };
    }),
  },
  {
    fault: "tells a wait to who passes",
    foundBy: "admits exactly its limit, and says each time what is left",
    open: saying(({ allowed }) => (allowed ? { retryAfterMs: 1 } : {})),
  },
  {
    fault: "charges what it refuses",
    foundBy: "charges nothing for what it refuses",
    open: broken((whole) => ({
      charge: async (charges) => {
        const answer = await whole.charge(charges);
        if (answer.verdicts.some(({ allowed }) => !allowed)) await whole.penalize(charges);
        return answer;
      },
    })),
  },
  {
    fault: "refuses the whole limit",
    foundBy: "admits the whole limit at once",
    open: saying((_, charge) => (charge?.cost === charge?.policy.algorithm.limit ? { allowed: false } : {})),
  },
  {
    fault: "writes when it peeks",
    foundBy: "answers a peek as the charge that follows, tells what is left now, and writes nothing",
    open: broken((whole) => ({ peek: (charges) => whole.charge(charges) })),
  },
  {
    fault: "reads, waits, and writes",
    foundBy: "admits exactly its limit to 200 who ask at once",
    open: broken((whole) => ({
      charge: async (charges) => {
        const seen = await whole.peek(charges);
        await Promise.resolve();
        if (seen.verdicts.every(({ allowed }) => allowed)) await whole.penalize(charges);
        return seen;
      },
    })),
  },
];
