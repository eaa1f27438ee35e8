import type { Charge, Store, StoreTraits, Verdict, Verdicts } from "../../../../src/store.ts";
import { memoryStore } from "../../../../src/stores/memory/index.ts";
import { openReferenceStore, type OpenForTest, type OpenStore } from "../../../../src/testing/index.ts";

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
export function asking(other: (charge: Charge) => Charge): OpenForTest {
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
export function saying(other: (verdict: Verdict, charge: Charge | undefined) => Partial<Verdict>): OpenForTest {
  const changed = (charges: readonly Charge[], { verdicts, atMicros }: Verdicts): Verdicts => ({
    verdicts: verdicts.map((verdict, index) => ({ ...verdict, ...other(verdict, charges[index]) })),
    atMicros,
  });
  return broken((whole) => ({
    charge: async (charges) => changed(charges, await whole.charge(charges)),
    peek: async (charges) => changed(charges, await whole.peek(charges)),
  }));
}

export function withTraits(traits: Partial<StoreTraits>): OpenForTest {
  return broken((whole) => ({ traits: { ...whole.traits, ...traits } }));
}

/** One counter after the other. */
export async function oneByOne(whole: Store, charges: readonly Charge[]): Promise<Verdicts> {
  const verdicts: Verdict[] = [];
  let atMicros = 0;
  for (const charge of charges) {
    const answer = await whole.charge([charge]);
    verdicts.push(...answer.verdicts);
    ({ atMicros } = answer);
  }
  return { verdicts, atMicros };
}

export const renamed = (charge: Charge, name: unknown): Charge => ({
  ...charge,
  policy: { ...charge.policy, name: `${charge.policy.name} ${String(name)}` },
});
export const isShadow = ({ policy }: Charge) => policy.shadow;

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
