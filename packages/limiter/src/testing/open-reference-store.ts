import { referenceStore } from "./reference-store.ts";
import type { OpenStore } from "./store-under-test.ts";

/** The reference with a clock that is moved: what other stores are compared with. */
export function openReferenceStore(startMicros: number): OpenStore {
  let nowMicros = startMicros;
  return {
    store: referenceStore(() => nowMicros),
    advance(micros) {
      nowMicros += Math.round(micros);
    },
  };
}
