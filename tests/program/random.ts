/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
}

/** Mulberry32: small, quick, and good enough to choose test inputs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    pick(items) {
      if (items.length === 0) throw new Error("There is nothing to pick from.");
      return items[below(items.length)] as (typeof items)[number];
    },
    chance: (probability) => next() < probability,
  };
}
