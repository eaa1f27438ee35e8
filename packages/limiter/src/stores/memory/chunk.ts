import { rowHead } from "./row.ts";

/** Small enough that making one, or copying it into wider rows, is not noticed. */
export const chunkBits = 10;
export const chunkRows = 1 << chunkBits;

/** Some rows of a table, in one piece of memory. */
export class Chunk {
  /** `stride` numbers for each row. The first of a row that was removed is which to use after it, plus 1; 0: none. */
  numbers = new Float64Array(0);
  stride = 0;
  /** The rows of algorithms that grow: each has an array of its own. */
  readonly grown: number[][] = [];
  /** Indexes of the quotas by which the rows were counted last. */
  readonly quotas = new Uint16Array(chunkRows);
  /** Whose rows they are. */
  readonly texts: (string | undefined)[] = [];
  live = 0;
  #free = 0;

  constructor() {
    this.widen(0);
  }

  get isFull(): boolean {
    return this.live === chunkRows;
  }

  /** @returns the index of a row, all zeros. The chunk must not be full. */
  add(text: string): number {
    const isReused = this.#free > 0;
    const index = isReused ? this.#free - 1 : this.texts.length;
    const at = index * this.stride;
    if (isReused) this.#free = this.numbers[at] ?? 0;
    this.numbers.fill(0, at, at + this.stride);
    this.texts[index] = text;
    this.live++;
    return index;
  }

  remove(index: number): void {
    this.texts[index] = undefined;
    this.drop(index);
    this.numbers[index * this.stride] = this.#free;
    this.#free = index + 1;
    this.live--;
  }

  /** Forgets the row's own array. */
  drop(index: number): void {
    if (index < this.grown.length) this.grown[index] = [];
  }

  /** Makes room for so many numbers of an algorithm in each row. */
  widen(width: number): void {
    const stride = width + rowHead;
    if (stride <= this.stride) return;
    const wider = new Float64Array(chunkRows * stride);
    for (let index = 0; index < this.texts.length; index++) {
      const at = index * this.stride;
      wider.set(this.numbers.subarray(at, at + this.stride), index * stride);
    }
    this.numbers = wider;
    this.stride = stride;
  }
}
