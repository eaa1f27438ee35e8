import { sha256OfUnits } from "./sha256.ts";
import type { ScopeKey } from "./store.ts";

/** A longer text is hashed, so that nobody fills memory with his name. */
export const maxKeyTextLength = 256;

/**
 * One text for a key of a policy that counts by `by`, different for different keys.
 *
 * A bare client is itself: where `by` has "client" and every other part is empty, the text is the client, if it is not
 * longer than `maxKeyTextLength` and does not begin with NUL. What `allow(clientId)` asks needs no joining.
 *
 * Every other text begins with NUL: then the number of parts, the length of each as one character, and the parts. One
 * that would be longer than `maxKeyTextLength` is two NULs and the SHA-256 of all that.
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
  return client.length <= maxKeyTextLength && client.charCodeAt(0) !== 0;
}

function joined(key: ScopeKey): string {
  let length = 2 + key.length;
  for (const part of key) length += part.length;
  if (length > maxKeyTextLength) return hashed(key);
  let lengths = "";
  let parts = "";
  for (const part of key) {
    lengths += String.fromCharCode(part.length);
    parts += part;
  }
  return `\0${String.fromCharCode(key.length)}${lengths}${parts}`;
}

function hashed(key: ScopeKey): string {
  return `\0\0${sha256OfUnits(`${key.map((part) => part.length).join()}:${key.join("")}`)}`;
}
