import type { LinkKey } from "../../link.ts";
import type { CachePart } from "./part.ts";

/**
 * Spreads links over parts, each with a note of its own how far the log was carried out on it. A part that loses its last
 * writes loses its note's with them, and the log is carried out again from there.
 */
export function createSpreadCache(parts: readonly CachePart[]): CachePart {
  const partOf = ({ domain, code }: LinkKey): CachePart => {
    const part = parts[hashOf(`${domain}/${code}`) % parts.length];
    if (part === undefined) throw new Error("A cache without parts keeps nothing.");
    return part;
  };
  return {
    get: async (key) => partOf(key).get(key),
    put: async (key, target) => partOf(key).put(key, target),
    raise: async (key, version) => partOf(key).raise(key, version),
    async reached(last) {
      return Math.min(...(await Promise.all(parts.map((part) => part.reached(last)))));
    },
    async advance(from, to) {
      return (await Promise.all(parts.map((part) => part.advance(from, to)))).every((isKept) => isKept);
    },
    async forget() {
      await Promise.all(parts.map((part) => part.forget()));
    },
  };
}

/** FNV-1a of 32 bits; nodes of every release must agree on it. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
}
