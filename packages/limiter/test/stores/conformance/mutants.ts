import type { Charge, Store, StoreTraits, Verdict, Verdicts } from "../../../src/store.ts";
import { memoryStore } from "../../../src/stores/memory/index.ts";
import { openReferenceStore, type OpenForTest, type OpenStore } from "../../../src/testing/index.ts";

/** A store with one fault, and the test that must find it. */
export type Mutant = {
  readonly fault: string;
  readonly foundBy: string;
  readonly open: OpenForTest;
  readonly isSync?: boolean;
};

type Moved = OpenStore & { readonly advance: NonNullable<OpenStore["advance"]> };

/** The reference with other verbs; `whole` is the intact one. */
export function broken(verbs: (whole: Store, advance: Moved["advance"]) => Partial<Store>): OpenForTest {
  return (startMicros) => {
    const { store, advance = () => {} } = openReferenceStore(startMicros);
    return { store: { ...store, ...verbs(store, advance) }, advance };
  };
}

/** Asks for other charges than those that it is asked for. */
function asking(other: (charge: Charge) => Charge): OpenForTest {
  return broken((whole) => ({
    charge: (charges) => whole.charge(charges.map(other)),
    peek: (charges) => whole.peek(charges.map(other)),
    refund: (charges, at) => whole.refund(charges.map(other), at),
    penalize: (charges) => whole.penalize(charges.map(other)),
    block: (charges, ms) => whole.block(charges.map(other), ms),
    reset: (charges) => whole.reset(charges.map(other)),
  }));
}

/** Says something else than it found. */
function saying(other: (verdict: Verdict, charge: Charge | undefined) => Partial<Verdict>): OpenForTest {
  const changed = (charges: readonly Charge[], { verdicts, atMicros }: Verdicts): Verdicts => ({
    verdicts: verdicts.map((verdict, index) => ({ ...verdict, ...other(verdict, charges[index]) })),
    atMicros,
  });
  return broken((whole) => ({
    charge: async (charges) => changed(charges, await whole.charge(charges)),
    peek: async (charges) => changed(charges, await whole.peek(charges)),
  }));
}

function withTraits(traits: Partial<StoreTraits>): OpenForTest {
  return broken((whole) => ({ traits: { ...whole.traits, ...traits } }));
}

/** One counter after the other. */
async function oneByOne(whole: Store, charges: readonly Charge[]): Promise<Verdicts> {
  const verdicts: Verdict[] = [];
  let atMicros = 0;
  for (const charge of charges) {
    const answer = await whole.charge([charge]);
    verdicts.push(...answer.verdicts);
    ({ atMicros } = answer);
  }
  return { verdicts, atMicros };
}

const renamed = (charge: Charge, name: unknown): Charge => ({
  ...charge,
  policy: { ...charge.policy, name: `${charge.policy.name} ${String(name)}` },
});
const isShadow = ({ policy }: Charge) => policy.shadow;

const ofContract: readonly Mutant[] = [
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

const ofKeys: readonly Mutant[] = [
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

const ofTogether: readonly Mutant[] = [
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

const ofCounting: readonly Mutant[] = [
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

const ofTime: readonly Mutant[] = [
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

const ofVerbs: readonly Mutant[] = [
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

const perPolicy = new WeakMap<object, number>();
let policies = 0;
const numberOf = (policy: object): number => {
  const known = perPolicy.get(policy) ?? (policies += 1);
  perPolicy.set(policy, known);
  return known;
};

const ofChanges: readonly Mutant[] = [
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
    fault: "has counters for each algorithm",
    foundBy: "refills nothing when another algorithm takes over",
    open: asking((charge) => renamed(charge, charge.policy.algorithm.name)),
  },
];

/** Memory with another counter, on the test's clock. */
export function memoryWith(
  change: (memory: ReturnType<typeof memoryStore>) => Partial<ReturnType<typeof memoryStore>>,
): OpenForTest {
  return (start) => {
    let nowMicros = start;
    const memory = memoryStore({ clock: () => nowMicros });
    return { store: { ...memory, ...change(memory) }, advance: (micros) => void (nowMicros += Math.round(micros)) };
  };
}

const ofSync: readonly Mutant[] = [
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

const ofTraces: readonly Mutant[] = [1, 2, 3, 4, 5].map((seed) => ({
  fault: "rounds a reset down",
  foundBy: `decides as the reference does on a random trace (seed ${seed})`,
  open: saying(({ resetAfterMs }) => ({ resetAfterMs: Math.max(0, resetAfterMs - 1) })),
}));

/** At least one for each test of the suite. */
export const mutants: readonly Mutant[] = [
  ...ofContract,
  ...ofKeys,
  ...ofTogether,
  ...ofCounting,
  ...ofTime,
  ...ofVerbs,
  ...ofChanges,
  ...ofSync,
  ...ofTraces,
];
