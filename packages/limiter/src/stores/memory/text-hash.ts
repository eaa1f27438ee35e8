/** A text as 32 bits, odd. */
export type TextHash = (text: string) => number;

/**
 * One that nobody outside can foresee: who could choose texts with one hash would make every look-up slow.
 *
 * @param random Like `Math.random`.
 */
export function createTextHash(random: () => number): TextHash {
  const seed = random32(random);
  const factor = random32(random) | 1;
  return (text) => {
    let hash = seed;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), factor);
    // A product's low bits come from low bits alone; this takes the high ones to them (the finish of MurmurHash3).
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) | 1;
  };
}

function random32(random: () => number): number {
  return Math.floor(random() * 2 ** 32) | 0;
}
