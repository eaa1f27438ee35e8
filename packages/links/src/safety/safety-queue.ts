import type { CheckedLink } from "./safety-store.ts";

export type SafetyQueueOptions = { readonly maxLinks: number; readonly maxCharacters: number };

/** Links that are to be judged soon, in the order in which they came. */
export interface SafetyQueue {
  /** False: there is no room, so the link is left to the walk. Of a link that waits already only the newest version stays. */
  put(link: CheckedLink): boolean;
  take(limit: number): readonly CheckedLink[];
  readonly size: number;
  /** When the link came to be that waits longest; undefined: none waits. */
  oldestAt(): number | undefined;
}

export function createSafetyQueue({ maxLinks, maxCharacters }: SafetyQueueOptions): SafetyQueue {
  const waiting = new Map<string, CheckedLink>();
  let characters = 0;
  return {
    put(link) {
      const name = `${link.domain}/${link.code}`;
      const known = waiting.get(name);
      if (known !== undefined && known.version > link.version) return true;
      const grown = characters + link.destination.length - (known?.destination.length ?? 0);
      if (known === undefined && (waiting.size >= maxLinks || grown > maxCharacters)) return false;
      characters = grown;
      waiting.set(name, link);
      return true;
    },
    take(limit) {
      const taken = [...waiting].slice(0, limit);
      for (const [name, { destination }] of taken) {
        waiting.delete(name);
        characters -= destination.length;
      }
      return taken.map(([, link]) => link);
    },
    get size() {
      return waiting.size;
    },
    oldestAt: () => waiting.values().next().value?.changedAt,
  };
}
