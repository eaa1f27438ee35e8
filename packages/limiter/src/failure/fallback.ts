import type { Charge, Verdicts } from "../store.ts";
import type { OnFailure } from "./on-failure.ts";

/** Answers in place of a store that cannot. */
export interface Fallback {
  /**
   * Decides all charges together, in this process and at once.
   *
   * @param modes One per charge. A `closed` one that is not in shadow refuses, and then nothing is charged.
   * @param manner `peek` charges nothing in any case.
   */
  decide(charges: readonly Charge[], modes: readonly OnFailure[], manner: "charge" | "peek"): Verdicts;
  /** Gives back what `decide` took at `takenAtMicros`, where it has counted. */
  refund(charges: readonly Charge[], modes: readonly OnFailure[], takenAtMicros: number): void;
}
