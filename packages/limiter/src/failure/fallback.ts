import type { Charge, Verdicts } from "../store.ts";
import type { OnFailure } from "./on-failure.ts";

/** Answers in place of a store that cannot. */
export interface Fallback {
  /** One mode per charge. `closed` refuses all of them; `memory` ones are decided together in this process. */
  decide(charges: readonly Charge[], modes: readonly OnFailure[]): Verdicts;
}
