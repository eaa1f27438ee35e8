import { openReferenceStore } from "../../../../src/testing/index.ts";
import { broken, withTraits, type Mutant } from "./broken-store.ts";

export const ofContract: readonly Mutant[] = [
  { fault: "calls itself by two words", foundBy: "says what it is", open: withTraits({ kind: "My Store" }) },
  { fault: "has no node alive", foundBy: "says what it is", open: withTraits({ liveNodes: () => 0 }) },
  {
    fault: "cannot be moved",
    foundBy: "is what it was said to be",
    open: (start) => ({ store: openReferenceStore(start).store }),
  },
  {
    fault: "tells milliseconds",
    foundBy: "tells its clock in whole microseconds since 1970",
    open: broken((whole) => ({
      charge: async (charges) => ({ ...(await whole.charge(charges)), atMicros: 2_222_222_222_222 }),
    })),
  },
  {
    fault: "answers in another order",
    foundBy: "answers each charge in its place",
    open: broken((whole) => ({
      charge: async (charges) => {
        const { verdicts, atMicros } = await whole.charge(charges);
        return { verdicts: verdicts.toReversed(), atMicros };
      },
    })),
  },
  {
    fault: "cannot be closed",
    foundBy: "refuses what is asked after it was closed, and may be closed twice",
    open: broken(() => ({ close: async () => {} })),
  },
];
