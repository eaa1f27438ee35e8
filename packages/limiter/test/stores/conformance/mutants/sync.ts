import { memoryStore } from "../../../../src/stores/memory/index.ts";
import { memoryWith, type Mutant } from "./broken-store.ts";

export const ofSync: readonly Mutant[] = [
  {
    fault: "counts elsewhere when asked at once",
    foundBy: "counts what is asked at once, later, and by a counter in one place",
    isSync: true,
    open: memoryWith(() => ({ counter: (policy) => memoryStore().counter(policy) })),
  },
  {
    fault: "has a counter that knows no blocks",
    foundBy: "refuses a blocked counter by every way, and admits again after the block",
    isSync: true,
    open: memoryWith(() => ({ counter: () => ({ tryTake: () => true }) })),
  },
  {
    fault: "refuses quietly when closed",
    foundBy: "throws what a rejection would be, when closed",
    isSync: true,
    open: memoryWith(() => ({ counter: () => ({ tryTake: () => false }) })),
  },
];
