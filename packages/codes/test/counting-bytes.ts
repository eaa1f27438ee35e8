import type { RandomSource } from "../src/random-source.ts";

/** Bytes that look random, never repeat within a test, and are the same in every run. */
export function countingBytes(): RandomSource {
  let calls = 0;
  return (size) => {
    calls += 1;
    const bytes = new Uint8Array(size);
    new DataView(bytes.buffer).setUint32(0, calls);
    return bytes;
  };
}
