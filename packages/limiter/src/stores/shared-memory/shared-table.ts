import type { Algorithm } from "../../algorithm.ts";
import { readRow, takeFrom } from "../memory/convert-row.ts";
import { isCheaper, rowHead, rowRank, type Rank, type Row } from "../memory/row.ts";
import { bucketAt, bucketHead, bucketRows, keyNumbers, type Layout } from "./layout.ts";
import type { QuotaRegistry } from "./quota-registry.ts";

/** By what a row is counted, and its number in the memory. */
export type SharedQuota = { readonly algorithm: Algorithm; readonly id: number; readonly fresh: Row };

/** Where a key belongs. */
export type KeyPlace = { readonly hash: Int32Array; readonly bucket: number };

/** The rows in the memory. Whoever asks holds the lock of the bucket. */
export class SharedTable {
  readonly #layout: Layout;
  readonly #quotas: QuotaRegistry;
  #kept: readonly KeyPlace[] = [];

  constructor(layout: Layout, quotas: QuotaRegistry) {
    this.#layout = layout;
    this.#quotas = quotas;
  }

  /** In which bucket a key of this hash lies. */
  bucketOf(hash: Int32Array): number {
    return ((hash[0] ?? 0) >>> 0) % this.#layout.buckets;
  }

  /** Where the lock of a bucket lies in the memory's words. */
  lockOf(bucket: number): number {
    return bucketAt(this.#layout, bucket) * 2;
  }

  /** Does what touches several rows: none of them goes for another. At most `bucketRows` of them lie in one bucket. */
  keeping<Result>(places: readonly KeyPlace[], work: () => Result): Result {
    this.#kept = places;
    try {
      return work();
    } finally {
      this.#kept = [];
    }
  }

  has(place: KeyPlace): boolean {
    return this.#find(place) >= 0;
  }

  /** The row as it is for the quota; a fresh one when there is none. Writes nothing. */
  rowFor(place: KeyPlace, quota: SharedQuota, nowMicros: number): Row {
    return this.#rowAt(this.#find(place), quota, nowMicros);
  }

  /** The row as it is for the quota, to write into; made if there is none, for which another may have to go. */
  touch(place: KeyPlace, quota: SharedQuota, nowMicros: number): Row {
    return this.#rowAt(this.#touchAt(place, quota, nowMicros), quota, nowMicros);
  }

  /** Takes what is there. */
  take(place: KeyPlace, quota: SharedQuota, nowMicros: number, cost: number): void {
    const at = this.#touchAt(place, quota, nowMicros);
    const next = takeFrom(this.#rowAt(at, quota, nowMicros), quota.algorithm, nowMicros, cost);
    if (next !== undefined) this.#write(at, place.hash, quota, next);
  }

  drop(place: KeyPlace): void {
    const at = this.#find(place);
    if (at >= 0) this.#layout.words[at * 2 + 4] = 0;
  }

  /** @returns where the row to write into begins. */
  #touchAt(place: KeyPlace, quota: SharedQuota, nowMicros: number): number {
    const found = this.#find(place);
    if (this.#rowAt(found, quota, nowMicros) !== quota.fresh) return found;
    const at = found < 0 ? this.#roomIn(place.bucket, nowMicros) : found;
    this.#write(at, place.hash, quota, quota.fresh);
    return at;
  }

  /** @param at Where it begins, -1 when there is none. */
  #rowAt(at: number, { algorithm, fresh, id }: SharedQuota, nowMicros: number): Row {
    if (at < 0) return fresh;
    const row = this.#row(at);
    return this.#quotaAt(at) === id ? { ...row, algorithm } : readRow(row, fresh, nowMicros);
  }

  /** @returns where the key's row begins, -1 when it has none. */
  #find({ hash, bucket }: KeyPlace): number {
    const { rowNumbers } = this.#layout;
    let at = bucketAt(this.#layout, bucket) + bucketHead;
    for (let i = 0; i < bucketRows; i++, at += rowNumbers) {
      if (this.#isOf(at, hash) && this.#quotaAt(at) !== 0) return at;
    }
    return -1;
  }

  #isOf(at: number, hash: Int32Array): boolean {
    const { words } = this.#layout;
    const word = at * 2;
    return (
      words[word] === hash[0] &&
      words[word + 1] === hash[1] &&
      words[word + 2] === hash[2] &&
      words[word + 3] === hash[3]
    );
  }

  #quotaAt(at: number): number {
    return this.#layout.words[at * 2 + 4] ?? 0;
  }

  #row(at: number): Row {
    const { numbers, width } = this.#layout;
    return { algorithm: this.#quotas.algorithm(this.#quotaAt(at)), numbers, at: at + keyNumbers, room: width };
  }

  #write(at: number, hash: Int32Array, { algorithm, id }: SharedQuota, row: Row): void {
    const { numbers, words, rowNumbers } = this.#layout;
    numbers.fill(0, at, at + rowNumbers);
    for (let i = 0; i < rowHead + algorithm.width; i++) numbers[at + keyNumbers + i] = row.numbers[row.at + i] ?? 0;
    words.set(hash, at * 2);
    words[at * 2 + 4] = id;
  }

  /** A row that is nobody's; else, of those that are not kept, the one that has used the least part of its limit. */
  #roomIn(bucket: number, nowMicros: number): number {
    let best = -1;
    let least: Rank = [Infinity, 0];
    let at = bucketAt(this.#layout, bucket) + bucketHead;
    for (let i = 0; i < bucketRows; i++, at += this.#layout.rowNumbers) {
      if (this.#quotaAt(at) === 0) return at;
      if (this.#kept.some(({ hash }) => this.#isOf(at, hash))) continue;
      const rank = rowRank(this.#row(at), nowMicros);
      if (isCheaper(rank, least)) [best, least] = [at, rank];
    }
    return best;
  }
}
