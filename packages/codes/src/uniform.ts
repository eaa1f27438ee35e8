import { base62Alphabet } from "./base62.ts";
import { CodesError } from "./errors.ts";

const WIDTH = 7;

/** 62^7: how many codes of seven characters there are. */
const CODES = 3_521_614_606_208;

/**
 * The largest multiple of 62^7 that is at most 2^256, big-endian. From here on up, taking the remainder would favour
 * the low codes, so such digests are not used (about one in 2^214).
 */
const LIMIT = limitBytes();

/** One in 2^214 is drawn again; eight in a row would mean that the digests are not what they claim to be. */
const MAX_DRAWS = 8;

/**
 * Maps a digest to one of the 62^7 codes of exactly seven characters, each equally likely.
 *
 * The 32 bytes are one big-endian number x; the code is x mod 62^7 in base 62. Takes about half a microsecond: the
 * remainder is formed byte by byte in ordinary numbers (62^7 × 256 is below 2^53), which needs no bigint.
 *
 * @param digest 32 bytes, such as those of SHA-256.
 * @returns Undefined when another digest must be drawn.
 */
export function uniformCode(digest: Uint8Array): string | undefined {
  if (!isBelowLimit(digest)) return undefined;
  let remainder = 0;
  for (const byte of digest) remainder = (remainder * 256 + byte) % CODES;
  return sevenDigits(remainder);
}

/**
 * Draws digests until one maps to a code.
 *
 * @param digestOf Makes the digest of the draw with this number: 0, 1, 2, …
 * @throws {CodesError} `DRAWS_EXHAUSTED` after eight draws.
 */
export function drawUniformCode(digestOf: (rejections: number) => Uint8Array): string {
  for (let rejections = 0; rejections < MAX_DRAWS; rejections += 1) {
    const code = uniformCode(digestOf(rejections));
    if (code !== undefined) return code;
  }
  throw new CodesError("DRAWS_EXHAUSTED");
}

function isBelowLimit(digest: Uint8Array): boolean {
  for (const [index, bound] of LIMIT.entries()) {
    const byte = digest[index] ?? 0;
    if (byte !== bound) return byte < bound;
  }
  return false;
}

function sevenDigits(n: number): string {
  let text = "";
  for (let rest = n; text.length < WIDTH; rest = Math.floor(rest / 62)) text = base62Alphabet.charAt(rest % 62) + text;
  return text;
}

function limitBytes(): Uint8Array {
  const codes = BigInt(CODES);
  const limit = ((1n << 256n) / codes) * codes;
  return Uint8Array.from({ length: 32 }, (_, index) => Number((limit >> BigInt(8 * (31 - index))) & 0xffn));
}
