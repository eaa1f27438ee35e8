/** Whole numbers from 0 to below `bound`, the same for the same seed. */
export type RandomNumbers = (bound: number) => number;

/** Mulberry32: small, and good enough to choose what a test does. */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}
