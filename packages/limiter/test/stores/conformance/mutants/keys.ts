import { asking, broken, type Mutant } from "./broken-store.ts";

export const ofKeys: readonly Mutant[] = [
  {
    fault: "joins the parts",
    foundBy: "has a counter for each of the strangest scopes, and one each",
    open: asking((charge) => ({ ...charge, key: [charge.key.join(":")] })),
  },
  {
    fault: "writes them as UTF-8",
    foundBy: "has a counter for each of the strangest scopes, and one each",
    open: asking((charge) => ({ ...charge, key: charge.key.map((part) => Buffer.from(part).toString()) })),
  },
  {
    fault: "cuts them off",
    foundBy: "has a counter for each of the strangest scopes, and one each",
    open: asking((charge) => ({ ...charge, key: charge.key.map((part) => part.slice(0, 256)) })),
  },
  {
    fault: "resets by a pattern",
    foundBy: "has a counter for each of the strangest scopes, and one each",
    open: broken((whole) => ({
      reset: async (charges) => {
        const all = ["", "a", "aa", "A", "é"].flatMap((part) =>
          charges.map((charge) => ({ ...charge, key: [part, ""] })),
        );
        await whole.reset(charges.some(({ key }) => key[0] === "*") ? all : charges);
      },
    })),
  },
  {
    fault: "forgets the policy's name",
    foundBy: "has counters of its own for every policy, version and number of parts",
    open: asking((charge) => ({ ...charge, policy: { ...charge.policy, name: "" } })),
  },
  {
    fault: "forgets the policy's version",
    foundBy: "begins afresh with another version",
    open: asking((charge) => ({ ...charge, policy: { ...charge.policy, version: "" } })),
  },
];
