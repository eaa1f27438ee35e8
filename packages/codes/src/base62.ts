import { CodesError } from "./errors.ts";

/** The digits in the order of their values. Plain text order differs: digits, then capitals, then small letters. */
export const base62Alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const BASE = 62n;

/**
 * Writes a whole number in base 62, most significant digit first.
 *
 * @param width Characters to fill up to with `0` on the left. Default: as many as the number needs, at least one.
 * @throws {CodesError} `NUMBER_NEGATIVE`, `NUMBER_TOO_WIDE`
 */
export function encodeBase62(n: bigint, width?: number): string {
  if (n < 0n) throw new CodesError("NUMBER_NEGATIVE");
  let text = "";
  for (let rest = n; rest > 0n; rest /= BASE) text = base62Alphabet.charAt(Number(rest % BASE)) + text;
  if (width !== undefined && text.length > width) throw new CodesError("NUMBER_TOO_WIDE");
  return text.padStart(width ?? 1, "0");
}

/**
 * Reads a number that `encodeBase62` wrote; zeros on the left do not change it.
 *
 * The cost grows with the square of the length: bound the length of text that comes from outside.
 *
 * @throws {CodesError} `BASE62_MALFORMED`
 */
export function parseBase62(text: string): bigint {
  if (text === "") throw new CodesError("BASE62_MALFORMED");
  let n = 0n;
  for (const character of text) {
    const digit = base62Alphabet.indexOf(character);
    if (digit < 0) throw new CodesError("BASE62_MALFORMED");
    n = n * BASE + BigInt(digit);
  }
  return n;
}
