import {
  blockStep,
  chargeStep,
  peekStep,
  penalizeStep,
  refundStep,
  resetStep,
  StoreFailure,
  type Step,
  type Store,
  type StoredCounter,
} from "../store-kit.ts";

/** A store that is nothing but its contract. It forgets nothing, so it only grows: do not put it into service. */
export function referenceStore(clock: () => number): Store {
  const counters = new Map<string, StoredCounter>();
  let isClosed = false;
  // Nothing may come between reading and writing: a database does this in one transaction.
  const take = async <Answer>(step: Step<Answer>): Promise<Answer> => {
    if (isClosed) throw new StoreFailure("STORE_CLOSED", "The reference store was closed.");
    const { answer, written } = step(counters, clock());
    for (const [text, counter] of written) {
      if (counter === undefined) counters.delete(text);
      else counters.set(text, counter);
    }
    return answer;
  };
  return {
    traits: { kind: "reference", reach: "process", isSharded: false, onFailure: "never", liveNodes: () => 1 },
    charge: (charges) => take(chargeStep(charges)),
    peek: (charges) => take(peekStep(charges)),
    refund: (charges, takenAtMicros) => take(refundStep(charges, takenAtMicros)),
    penalize: async (charges) => void (await take(penalizeStep(charges))),
    block: async (charges, durationMs) => void (await take(blockStep(charges, durationMs))),
    reset: async (charges) => void (await take(resetStep(charges))),
    close: async () => {
      isClosed = true;
    },
  };
}
