import { encodeBase62, parseBase62 } from "../base62.ts";
import { CodesError } from "../errors.ts";
import { splitSnowflake, type SnowflakeParts } from "./layout.ts";
import { createBlockPermutation } from "./permutation.ts";

/** Any number of 64 bits has so many characters in base 62, or fewer. */
const maxWidth = 11;

/** A code that was taken apart. */
export type DecodedSnowflake = SnowflakeParts & { readonly id: bigint };

/**
 * Says when, in which slot and under which epoch a code of the `snowflake` strategy was made.
 *
 * @throws {CodesError} `CODE_FOREIGN` when that strategy did not make it.
 */
export function decodeSnowflake(code: string): DecodedSnowflake {
  const id = parseCode(code);
  if (encodeBase62(id) !== code) throw new CodesError("CODE_FOREIGN");
  return decoded(id);
}

/**
 * The same for a code of the `snowflake-permuted` strategy. A code of others, or one under another secret, shows by its
 * top bit; every second one does not.
 *
 * @throws {CodesError} `CODE_FOREIGN`, `SECRET_TOO_SHORT`
 */
export function decodePermuted(code: string, secret: Uint8Array | string): DecodedSnowflake {
  const block = parseCode(code);
  if (code.length !== maxWidth || block >> 64n !== 0n) throw new CodesError("CODE_FOREIGN");
  return decoded(createBlockPermutation(secret).restore(block));
}

/** Writes a block of 64 bits in the eleven characters that every one of them fits. */
export function encodeBlock(block: bigint): string {
  return encodeBase62(block, maxWidth);
}

function parseCode(code: string): bigint {
  if (code.length > maxWidth || !/^[0-9A-Za-z]+$/.test(code)) throw new CodesError("CODE_FOREIGN");
  return parseBase62(code);
}

function decoded(id: bigint): DecodedSnowflake {
  if (id >> 63n !== 0n) throw new CodesError("CODE_FOREIGN");
  return { id, ...splitSnowflake(id) };
}
