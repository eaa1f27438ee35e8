import type { Counts } from "../click-store.ts";

/** Up to this many every store must count visitors exactly. */
const exactEverywhere = 127;

/** Three standard errors of a sketch with 4,096 registers. */
const greatestError = 0.05;

/**
 * What was found, with the exact number of visitors wherever it is within the stated error of it.
 *
 * @param exactVisitors Up to how many the store says that it counts them exactly.
 */
export function withinError(found: Counts, exact: Counts, exactVisitors = exactEverywhere): Counts {
  const allowed = exact.visitors <= exactVisitors ? 0 : exact.visitors * greatestError;
  return Math.abs(found.visitors - exact.visitors) <= allowed ? { ...found, visitors: exact.visitors } : found;
}

export function allWithinError(
  found: readonly Counts[],
  exact: readonly Counts[],
  exactVisitors = exactEverywhere,
): readonly Counts[] {
  return found.map((counts, index) => withinError(counts, exact[index] ?? counts, exactVisitors));
}
