/** The middle value, or the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The median of the ratios round by round. Rounds of one number ran next to each other, so a machine that was slow for
 * a while slows both sides of a ratio; a ratio of two medians would not have that.
 */
export function medianRatio(values: readonly number[], base: readonly number[]): number {
  return median(ratios(values, base));
}

function ratios(values: readonly number[], base: readonly number[]): readonly number[] {
  return values.slice(0, base.length).map((value, round) => value / (base[round] ?? Number.NaN));
}
