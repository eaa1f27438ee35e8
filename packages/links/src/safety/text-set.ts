/**
 * A set of very many texts. A `Set` of a million holds the event loop for half a second each time that it must grow;
 * here one of its 256 parts grows at a time.
 */
export interface TextSet {
  add(text: string): void;
  has(text: string): boolean;
  /** Asks whether one of them is the beginning of the text, or all of it; it takes one step for each character. */
  hasBeginningOf(text: string): boolean;
  readonly size: number;
}

type Part = { readonly texts: Set<string>; readonly hashes: Set<number> };

const parts = 256;

export function createTextSet(): TextSet {
  const all: readonly Part[] = Array.from({ length: parts }, () => ({ texts: new Set(), hashes: new Set() }));
  const partOf = (hash: number): Part | undefined => all[hash & (parts - 1)];
  let size = 0;
  return {
    add(text) {
      const hash = hashOf(text);
      const part = partOf(hash);
      if (part === undefined || part.texts.has(text)) return;
      part.texts.add(text);
      part.hashes.add(hash);
      size += 1;
    },
    has: (text) => partOf(hashOf(text))?.texts.has(text) === true,
    hasBeginningOf(text) {
      let hash = 0;
      for (let at = 0; at < text.length; at += 1) {
        hash = nextHash(hash, text.charCodeAt(at));
        const part = partOf(hash);
        // Two texts may have one hash.
        if (part?.hashes.has(hash) === true && part.texts.has(text.slice(0, at + 1))) return true;
      }
      return false;
    },
    get size() {
      return size;
    },
  };
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = nextHash(hash, text.charCodeAt(at));
  return hash;
}

function nextHash(hash: number, character: number): number {
  return (Math.imul(hash, 31) + character) | 0;
}
