/** More than that is never left out for one that is kept. */
const mostLeftOut = 1_024;

/**
 * Of how many visits one is kept, by how full the buffer is: all of them up to a half, then one of 2, above three quarters
 * one of 4, above seven eighths one of 8, and so on.
 *
 * @param fill From 0, empty, to 1.
 */
export function keepOneOf(fill: number): number {
  let kept = 1;
  for (let room = 0.5; 1 - fill <= room && kept < mostLeftOut; room /= 2) kept *= 2;
  return kept;
}
