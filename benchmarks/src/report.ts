/** What a figure is measured in. */
export type Unit = "ns" | "µs" | "ms" | "s" | "/s" | "MiB" | "B" | "%" | "×" | "count";

/** One measured quantity: a value for each round. */
export type Figure = { readonly unit: Unit; readonly values: readonly number[] };

/** What was measured of one subject in one case, by the figure's name. */
export type Series = {
  readonly case: string;
  readonly subject: string;
  readonly figures: Readonly<Record<string, Figure>>;
};

/** A target beside what was measured. Never a test: machines differ. */
export type Claim = {
  readonly text: string;
  readonly measured: number;
  readonly unit: Unit;
  readonly bound: "at most" | "at least" | "exactly";
  readonly target: number;
  /** Untold: the machine was too busy to say. Invalid: something else was measured than what the claim is about. */
  readonly verdict: "met" | "not met" | "untold" | "invalid";
};

/** What one benchmark found out. */
export type Report = {
  readonly series: readonly Series[];
  readonly claims: readonly Claim[];
  /** Answers that were missing or not as expected: with any, the figures say nothing. */
  readonly errors: number;
  /** What a reader must know to judge the figures: what was left out, what was counted. */
  readonly notes: readonly string[];
};

/** States that `measured` should not be above `target`. */
export function atMost(text: string, measured: number, target: number, unit: Claim["unit"] = "×"): Claim {
  return { text, measured, unit, bound: "at most", target, verdict: measured <= target ? "met" : "not met" };
}

/** States that `measured` should not be below `target`. */
export function atLeast(text: string, measured: number, target: number, unit: Claim["unit"] = "×"): Claim {
  return { text, measured, unit, bound: "at least", target, verdict: measured >= target ? "met" : "not met" };
}

/** States that `measured` should be `target`, no more and no less. */
export function exactly(text: string, measured: number, target: number, unit: Claim["unit"] = "×"): Claim {
  return { text, measured, unit, bound: "exactly", target, verdict: measured === target ? "met" : "not met" };
}

/** The claim, without a verdict unless the machine was able to give one. */
export function judgedIf(isTold: boolean, claim: Claim): Claim {
  return isTold ? claim : { ...claim, verdict: "untold" };
}

/** The claim, or that it was not what was measured. */
export function validIf(isValid: boolean, claim: Claim): Claim {
  return isValid ? claim : { ...claim, verdict: "invalid" };
}
