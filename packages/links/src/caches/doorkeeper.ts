/** Remembers which keys were asked for lately, in a table of fixed size that keeps none of the keys. */
export interface Doorkeeper {
  /**
   * Notes that `key` was asked for.
   *
   * Some 10 ns for a code of seven characters.
   *
   * @returns Whether it was noted before, as far as is remembered: a note is lost when two later ones have taken its
   *   place. One key is hardly ever taken for another, below once in 30,000 times with 65,536 slots.
   */
  note(key: string): boolean;
}

/**
 * Makes a doorkeeper: that of TinyLFU (https://arxiv.org/abs/1512.00727) with a table of fingerprints in place of a Bloom
 * filter, so that old notes give way one by one and nothing needs to be reset.
 *
 * @param options.slots How many notes there are at most; rounded up to a power of two. Four bytes each.
 * @param options.seed Any whole number. Unknown to clients, so that nobody can choose codes that take others' places.
 */
export function createDoorkeeper(options: { readonly slots: number; readonly seed: number }): Doorkeeper {
  // A free slot holds 0. A key with that hash counts as noted from the start, which costs one entry.
  const fingerprints = new Uint32Array(2 ** Math.max(1, Math.ceil(Math.log2(options.slots))));
  const lastPair = fingerprints.length - 2;
  return {
    note(key) {
      const fingerprint = hash(key, options.seed);
      // Two slots for a place: with one, two keys that are asked for in turn would overwrite each other for ever.
      const newer = fingerprint & lastPair;
      const older = newer + 1;
      const newest = fingerprints[newer] ?? 0;
      if (newest === fingerprint || fingerprints[older] === fingerprint) return true;
      fingerprints[older] = newest;
      fingerprints[newer] = fingerprint;
      return false;
    },
  };
}

/** FNV-1a over UTF-16 units from a seed, then the finalizer of MurmurHash3, for FNV's low bits depend on low bits only. */
function hash(key: string, seed: number): number {
  let mixed = 0x811c9dc5 ^ seed;
  for (let at = 0; at < key.length; at += 1) mixed = Math.imul(mixed ^ key.charCodeAt(at), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
