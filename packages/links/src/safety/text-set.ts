/**
 * A set of very many texts. A `Set` of a million holds the event loop for half a second each time that it must grow;
 * here one of its 256 parts grows at a time.
 */
export interface TextSet {
  add(text: string): void;
  has(text: string): boolean;
  readonly size: number;
}

const parts = 256;

export function createTextSet(): TextSet {
  const texts = createParts<string>();
  let size = 0;
  return {
    add(text) {
      const part = partOf(texts, hashOf(text));
      if (part === undefined || part.has(text)) return;
      part.add(text);
      size += 1;
    },
    has: (text) => partOf(texts, hashOf(text))?.has(text) === true,
    get size() {
      return size;
    },
  };
}

/** Texts that others may begin with. It keeps a number beside each, some 30 bytes, so that few of them are compared. */
export interface BeginningSet {
  add(beginning: string): void;
  /** Asks whether one of them is the beginning of the text, or all of it; it takes one step for each character. */
  hasBeginningOf(text: string): boolean;
  readonly size: number;
}

export function createBeginningSet(): BeginningSet {
  const beginnings = createTextSet();
  const hashes = createParts<number>();
  return {
    add(beginning) {
      const hash = hashOf(beginning);
      beginnings.add(beginning);
      partOf(hashes, hash)?.add(hash);
    },
    hasBeginningOf(text) {
      let hash = 0;
      for (let at = 0; at < text.length; at += 1) {
        hash = nextHash(hash, text.charCodeAt(at));
        // Two texts may have one hash.
        if (partOf(hashes, hash)?.has(hash) === true && beginnings.has(text.slice(0, at + 1))) return true;
      }
      return false;
    },
    get size() {
      return beginnings.size;
    },
  };
}

function createParts<Item>(): readonly Set<Item>[] {
  return Array.from({ length: parts }, () => new Set());
}

function partOf<Item>(all: readonly Set<Item>[], hash: number): Set<Item> | undefined {
  return all[hash & (parts - 1)];
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = nextHash(hash, text.charCodeAt(at));
  return hash;
}

function nextHash(hash: number, character: number): number {
  return (Math.imul(hash, 31) + character) | 0;
}
