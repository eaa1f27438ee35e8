import { LRUCache } from "lru-cache";

/** What a remembered text costs beside its characters: slots of the LRU, the key and a small answer. */
const entryOverheadBytes = 200;

export type TextMemoryBounds = {
  readonly maxEntries: number;
  /** Of the texts, two bytes for a character, with `entryOverheadBytes` for each. */
  readonly maxBytes: number;
  /** Texts that are longer are cut to so many UTF-16 code units, and not remembered. */
  readonly maxLength: number;
};

/**
 * Remembers what a slow function says of texts that come again and again, the last used ones.
 *
 * Clients choose these texts: they bound neither the time that `of` takes nor the memory.
 */
export function createTextMemory<Answer extends object>(
  bounds: TextMemoryBounds,
  of: (text: string) => Answer,
): (text: string) => Answer {
  const { maxEntries, maxBytes, maxLength } = bounds;
  const known = new LRUCache<string, Answer>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (_, text) => entryOverheadBytes + text.length * 2,
  });
  return (text) => {
    // A cut text would keep the whole one in memory, for the engine makes no copy of what it cuts.
    if (text.length > maxLength) return of(text.slice(0, maxLength));
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const answer = of(text);
    known.set(text, answer);
    return answer;
  };
}

/** User agents: longer ones are nobody's, and patterns must not be given them. */
export const agentBounds: TextMemoryBounds = { maxEntries: 4_096, maxBytes: 2 * 2 ** 20, maxLength: 1_024 };
