import type { Charge } from "../../../../src/store.ts";
import { openReferenceStore } from "../../../../src/testing/index.ts";
import { broken, saying, type Mutant } from "./broken-store.ts";

export const ofTime: readonly Mutant[] = [
  {
    fault: "waits a millisecond too long",
    foundBy: "admits the same request after retryAfterMs, and not a millisecond sooner",
    open: saying(({ allowed, retryAfterMs }) => (allowed ? {} : { retryAfterMs: retryAfterMs + 1 })),
  },
  {
    fault: "waits a millisecond too little",
    foundBy: "tells a retryAfterMs that is exact from any moment on",
    open: saying(({ retryAfterMs }) => ({ retryAfterMs: Math.max(1, retryAfterMs - 1) })),
  },
  {
    fault: "tells whole seconds where they are many",
    foundBy: "tells an exact retryAfterMs where its tick is long",
    open: saying(({ retryAfterMs }) =>
      retryAfterMs > 100_000 ? { retryAfterMs: Math.ceil(retryAfterMs / 1_000) * 1_000 + 1 } : {},
    ),
  },
  {
    fault: "tells half the reset",
    foundBy: "answers as a fresh counter does once resetAfterMs is over",
    open: saying(({ resetAfterMs }) => ({ resetAfterMs: Math.ceil(resetAfterMs / 2) })),
  },
  {
    fault: "forgets after an hour",
    foundBy: "keeps what was used for as long as the window, however long that is",
    open: (start) => {
      const { store, advance } = openReferenceStore(start);
      const used: Charge[] = [];
      return {
        store: {
          ...store,
          charge: (charges) => {
            used.push(...charges);
            return store.charge(charges);
          },
        },
        advance: async (micros) => {
          await advance?.(micros);
          if (micros > 3_600_000_000) await store.reset(used);
        },
      };
    },
  },
  {
    fault: "takes several units a microsecond too early",
    foundBy: "admits the whole limit from one microsecond on, whether that is looked for or taken",
    open: broken((whole, advance) => ({
      async charge(charges) {
        const early = charges.some(({ cost }) => cost > 1) ? 1 : 0;
        await advance(early);
        const answer = await whole.charge(charges);
        await advance(-early);
        return answer;
      },
    })),
  },
  {
    fault: "refills when its clock steps back",
    foundBy: "gives nothing back when its clock steps back",
    open: (start) => {
      const { store, advance } = openReferenceStore(start);
      return { store, advance: (micros) => advance?.(Math.abs(micros)) };
    },
  },
  {
    fault: "counts time in 32 bits",
    foundBy: "is fresh after a hundred idle years",
    open: (start) => {
      const { store, advance } = openReferenceStore(start);
      return { store, advance: (micros) => advance?.(micros > 2 ** 51 ? micros % 7 : micros) };
    },
  },
];
