import type { ScopeKey } from "./store.ts";

/** A longer text is hashed, so that nobody fills memory with his name. */
export const maxKeyTextLength = 256;

/**
 * One text for a key, different for different keys. A key of one part that is not empty, all others being empty, in a
 * policy that counts by that part is that part itself: what `allow(clientId)` asks needs no joining.
 */
export function keyText(key: ScopeKey): string {
  return key.join("\0");
}
