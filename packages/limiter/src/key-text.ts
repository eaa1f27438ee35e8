import type { ScopeKey } from "./store.ts";

/** Longer texts are shortened where they are kept, so that nobody fills memory with his name. */
export const maxKeyTextLength = 256;

/**
 * One text for a key of a policy that counts by `by`, different for different keys.
 *
 * A bare client is itself: where `by` has "client" and every other part is empty, the text is the client, if it is not empty,
 * not longer than `maxKeyTextLength` and does not begin with NUL. What `allow(clientId)` asks needs no joining.
 *
 * Every other text begins with NUL: then the length of each part with a comma behind it, a colon, and the parts.
 */
export function keyText(key: ScopeKey, by: readonly string[]): string {
  return bareClient(key, by) ?? joined(key);
}

function bareClient(key: ScopeKey, by: readonly string[]): string | undefined {
  let client: string | undefined;
  for (let i = 0; i < key.length; i++) {
    if (by[i] === "client") client = key[i];
    else if (key[i] !== "") return undefined;
  }
  return client !== undefined && isBareText(client) ? client : undefined;
}

/** Whether a client alone is its own text. */
export function isBareText(client: string): boolean {
  return client.length <= maxKeyTextLength && client.charCodeAt(0) > 0;
}

function joined(key: ScopeKey): string {
  let lengths = "\0";
  let parts = ":";
  for (const part of key) {
    lengths += `${part.length},`;
    parts += part;
  }
  return lengths + parts;
}
