import { createHash } from "node:crypto";

/** The SHA-256 (FIPS 180-4) of the parts, one after the other; text counts as its UTF-8 bytes. */
export function sha256(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
