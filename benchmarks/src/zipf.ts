/**
 * Draws `draws` numbers from 0 to `count` - 1 by Zipf's law with exponent 1: the first is drawn twice as often as the
 * second and three times as often as the third.
 *
 * @param random A number from 0 up to, but not including, 1.
 */
export function drawZipf(count: number, draws: number, random: () => number): readonly number[] {
  const cumulative = new Float64Array(count);
  let total = 0;
  for (let rank = 0; rank < count; rank++) cumulative[rank] = total += 1 / (rank + 1);
  return Array.from({ length: draws }, () => firstAtLeast(cumulative, random() * total));
}

function firstAtLeast(cumulative: Float64Array, wanted: number): number {
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Marsaglia's xorshift32: the same draws in every run. Fine for a workload, for nothing secret. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
