import { Chunk, chunkBits, chunkRows } from "./chunk.ts";
import type { Quota, Quotas } from "./quotas.ts";
import type { Row } from "./row.ts";

/** The rows of a table, by number. */
export class Rows {
  readonly chunks: Chunk[] = [];
  readonly #quotas: Quotas;
  /** No chunk before it has room. */
  #roomy = 0;

  constructor(quotas: Quotas) {
    this.#quotas = quotas;
  }

  /** Numbers of rows are below. */
  get end(): number {
    return this.chunks.length * chunkRows;
  }

  /** Whose row it is; undefined when it is nobody's. */
  textOf(number: number): string | undefined {
    return this.chunks[number >> chunkBits]?.texts[number % chunkRows];
  }

  quotaOf(number: number): Quota {
    return this.#quotas.at(this.chunk(number).quotas[number % chunkRows] ?? 0);
  }

  get(number: number): Row {
    const chunk = this.chunk(number);
    const index = number % chunkRows;
    const grown = this.quotaOf(number).algorithm.grows ? chunk.grown[index] : undefined;
    return grown === undefined ? { numbers: chunk.numbers, at: index * chunk.stride } : { numbers: grown, at: 0 };
  }

  /** @returns the number of a fresh row. */
  add(text: string, quota: Quota): number {
    while (this.chunks[this.#roomy]?.isFull === true) this.#roomy++;
    const chunk = (this.chunks[this.#roomy] ??= new Chunk());
    const number = this.#roomy * chunkRows + chunk.add(text);
    this.put(number, quota, [0]);
    return number;
  }

  remove(number: number): void {
    this.chunk(number).remove(number % chunkRows);
    this.#roomy = Math.min(this.#roomy, number >> chunkBits);
  }

  /** Makes it a row of the quota's, with these numbers; those that are missing are 0. */
  put(number: number, quota: Quota, numbers: ArrayLike<number>): void {
    const chunk = this.chunk(number);
    const index = number % chunkRows;
    chunk.quotas[index] = quota.index;
    chunk.drop(index);
    if (quota.algorithm.grows) {
      chunk.grown[index] = Array.from(numbers);
      return;
    }
    chunk.widen(quota.algorithm.width);
    const at = index * chunk.stride;
    chunk.numbers.fill(0, at, at + chunk.stride);
    chunk.numbers.set(numbers, at);
  }

  clear(): void {
    this.chunks.length = 0;
    this.#roomy = 0;
  }

  chunk(number: number): Chunk {
    const chunk = this.chunks[number >> chunkBits];
    if (chunk === undefined) throw new RangeError(`There is no row ${number}.`);
    return chunk;
  }
}
