import { CodesError } from "./errors.ts";

/** Returns that many unpredictable bytes, such as `randomBytes` of node:crypto does. */
export type RandomSource = (size: number) => Uint8Array;

/**
 * Takes bytes from a source and makes sure that there are as many as asked for: fixed layouts rely on it.
 *
 * @throws {CodesError} `RANDOM_SIZE`
 */
export function takeRandom(source: RandomSource, size: number): Uint8Array {
  const bytes = source(size);
  if (bytes.length !== size) throw new CodesError("RANDOM_SIZE");
  return bytes;
}
