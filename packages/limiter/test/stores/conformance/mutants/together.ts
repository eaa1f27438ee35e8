import { asking, broken, isShadow, oneByOne, saying, type Mutant } from "./broken-store.ts";

export const ofTogether: readonly Mutant[] = [
  {
    fault: "charges one after the other",
    foundBy: "passes 5 of 100 at once by 10 a second and 5 a minute, and charges the first only those 5",
    open: broken((whole) => ({ charge: (charges) => oneByOne(whole, charges) })),
  },
  {
    fault: "charges one after the other",
    foundBy: "charges all or none, whichever algorithms meet, in whichever order",
    open: broken((whole) => ({ charge: (charges) => oneByOne(whole, charges) })),
  },
  {
    fault: "says what would be left",
    foundBy: "says of a counter that was not charged what it has",
    open: saying(({ allowed, remaining }, charge) =>
      allowed && remaining === 10 ? { remaining: remaining - (charge?.cost ?? 0) } : {},
    ),
  },
  {
    fault: "takes shadows for real",
    foundBy: "charges a policy in shadow when it would allow and nobody else refuses",
    open: asking((charge) => ({ ...charge, policy: { ...charge.policy, shadow: false } })),
  },
  {
    fault: "charges no shadow",
    foundBy: "charges a policy in shadow when it would allow and nobody else refuses",
    open: broken((whole) => ({
      charge: async (charges) => {
        const answer = await whole.charge(charges);
        await whole.refund(charges.filter(isShadow), answer.atMicros);
        return answer;
      },
    })),
  },
  {
    fault: "charges shadows in any case",
    foundBy: "leaves a policy in shadow uncharged when another refuses",
    open: broken((whole) => ({
      charge: async (charges) => {
        const answer = await whole.charge(charges);
        if (charges.some(isShadow)) await whole.penalize(charges.filter(isShadow));
        return answer;
      },
    })),
  },
  {
    fault: "charges a counter once",
    foundBy: "counts a counter twice that is named twice in one decision",
    open: broken((whole) => ({
      charge: async (charges) => {
        const { verdicts, atMicros } = await whole.charge(charges.slice(0, 1));
        return { verdicts: charges.flatMap(() => verdicts), atMicros };
      },
    })),
  },
  {
    fault: "cannot be asked nothing",
    foundBy: "answers nothing when nothing is asked",
    open: broken((whole) => ({
      charge: async (charges) =>
        charges.length === 0 ? Promise.reject(new RangeError("no keys")) : whole.charge(charges),
    })),
  },
];
