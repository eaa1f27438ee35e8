import { maxKeyTextLength } from "../../key-text.ts";

/** 2^26 - 5: a product of two numbers below it is exact. */
const prime = 67_108_859;
const lanes = 5;

/**
 * Bounds the length of texts: one that is longer than `maxKeyTextLength` becomes two NULs and a hash.
 *
 * The hash is the polynomial whose coefficients are the text's code units, at five secret points of a prime field (Wegman
 * and Carter 1981). Whoever chooses two texts of n units, not knowing the points, hits the same hash with a probability
 * of at most (n ÷ 2^26)^5: 10^-24 for a thousand units.
 *
 * @param random Like `Math.random`; asked when the first long text comes.
 */
export function createShortener(random: () => number): (text: string) => string {
  let points: readonly number[] | undefined;
  return (text) => {
    if (text.length <= maxKeyTextLength) return text;
    points ??= Array.from({ length: lanes }, () => Math.floor(random() * prime));
    return `\0\0${points.map((point) => valueAt(point, text)).join()}`;
  };
}

/** The 1 before the first unit tells apart texts of which one begins with NULs. */
function valueAt(point: number, text: string): number {
  let value = 1;
  for (let i = 0; i < text.length; i++) value = (value * point + text.charCodeAt(i)) % prime;
  return value;
}
