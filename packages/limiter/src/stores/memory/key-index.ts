const keysPerMap = 16_384;
const maxBits = 8;

/**
 * Which row a text has.
 *
 * Several maps, since a map that grows is rebuilt in one go: at a million keys that stops everything for longer than a
 * decision may take.
 */
export class KeyIndex {
  #maps: Map<string, number>[];
  readonly #bits: number;

  constructor(maxKeys: number) {
    this.#bits = Math.min(maxBits, Math.max(0, Math.ceil(Math.log2(maxKeys / keysPerMap))));
    this.#maps = emptyMaps(this.#bits);
  }

  find(text: string): number | undefined {
    return this.#mapOf(text)?.get(text);
  }

  set(text: string, row: number): void {
    this.#mapOf(text)?.set(text, row);
  }

  delete(text: string): void {
    this.#mapOf(text)?.delete(text);
  }

  clear(): void {
    this.#maps = emptyMaps(this.#bits);
  }

  #mapOf(text: string): Map<string, number> | undefined {
    return this.#maps[this.#bits === 0 ? 0 : sample(text) >>> (32 - this.#bits)];
  }
}

function emptyMaps(bits: number): Map<string, number>[] {
  return Array.from({ length: 1 << bits }, () => new Map<string, number>());
}

/** From up to 9 characters, the last one first; the maps hash all of them anyway. */
function sample(text: string): number {
  const step = (text.length >> 3) + 1;
  let hash = text.length;
  for (let i = text.length - 1; i >= 0; i -= step) hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e3779b1);
  return hash;
}
