import type { Algorithm } from "../../algorithm.ts";
import { readRow, takeFrom } from "./convert-row.ts";
import { makeRoom, maxCredit } from "./make-room.ts";
import { Quotas, type Quota } from "./quotas.ts";
import { rowHead, rowRank, type Rank, type Row } from "./row.ts";
import type { Segment } from "./segment.ts";
import { Segments } from "./segments.ts";
import { createTextHash, type TextHash } from "./text-hash.ts";

/** More would only hold memory. */
const mostQuotas = 65_536;

/** The counters of one policy: of its name and version, whatever its numbers. */
export class Table {
  size = 0;
  /** Where the last `find` looked. */
  found: Segment;
  readonly #segments = new Segments();
  readonly #quotas: Quotas;
  readonly #maxKeys: number;
  readonly #hash: TextHash = createTextHash(Math.random);
  readonly #hand = { segment: 0, slot: -1, credit: maxCredit };
  readonly #swept = { segment: 0, slot: 0 };
  /** Who asked last often asks next, and comparing is quicker than looking up: found or not. */
  #lastText: string | undefined;
  #lastSlot = -1;

  constructor(maxKeys: number, maxQuotas = mostQuotas) {
    this.#maxKeys = maxKeys;
    this.#quotas = new Quotas(maxQuotas);
    this.found = this.#segments.of(0);
  }

  get segments(): readonly Segment[] {
    return this.#segments.list;
  }

  /** @returns the slot of the text's row in `found`, -1 when it has none. */
  find(text: string): number {
    if (text === this.#lastText) return this.#lastSlot;
    const hash = this.#hash(text);
    this.found = this.#segments.of(hash);
    this.#lastText = text;
    return (this.#lastSlot = this.found.find(text, hash));
  }

  quota(algorithm: Algorithm): Quota {
    return this.#quotas.of(algorithm);
  }

  /** The row as it is for the quota; a fresh one when there is none. Writes nothing. */
  rowFor(text: string, { algorithm, fresh, rowKind }: Quota, nowMicros: number): Row {
    const slot = this.find(text);
    if (slot < 0) return fresh;
    if (this.found.kindAt(slot) === rowKind.kindIndex) return this.found.row(slot, algorithm);
    return readRow(this.#row(this.found, slot), fresh, nowMicros);
  }

  /** The row as it is for the quota, to write into; another may have to go for it. */
  touch(text: string, quota: Quota, nowMicros: number): Row {
    if (!this.#quotas.enlist(quota.rowKind)) this.clear();
    const row = this.rowFor(text, quota, nowMicros);
    if (row !== quota.fresh) return row;
    this.forget(text);
    this.#add(text, quota, nowMicros);
    return this.rowFor(text, quota, nowMicros);
  }

  /** Takes what is there. */
  take(text: string, quota: Quota, nowMicros: number, cost: number): void {
    const row = this.touch(text, quota, nowMicros);
    const { length } = row.numbers;
    const next = takeFrom(row, quota.algorithm, nowMicros, cost);
    // An array that has become longer holds much more than its numbers; its copy does not.
    if (row.numbers.length > length) this.found.grown[this.find(text)] = row.numbers.slice();
    if (next === undefined) return;
    this.forget(text);
    const { numbers, at } = this.touch(text, quota, nowMicros);
    next.numbers.forEach((number, i) => (numbers[at + i] = number));
  }

  /** Removes the text's row, if it has one. */
  forget(text: string): void {
    const slot = this.find(text);
    if (slot >= 0) this.drop(this.found, slot);
  }

  /** @param segment One of `segments`. */
  drop(segment: Segment, slot: number): void {
    this.#forgetLast();
    segment.drop(slot);
    this.size--;
  }

  /**
   * Removes rows that equal fresh ones, going on where it stopped the last time.
   *
   * @returns At how many slots it looked; fewer than `maxSlots` when it came to the end.
   */
  sweep(maxSlots: number, nowMicros: number): number {
    let looked = 0;
    for (; looked < maxSlots; looked++) {
      const segment = this.segments[this.#swept.segment];
      if (segment === undefined) break;
      if (this.#swept.slot >= segment.slotCount) this.#endSegment(segment);
      else if (this.#isIdle(segment, this.#swept.slot, nowMicros)) this.drop(segment, this.#swept.slot);
      else this.#swept.slot++;
    }
    if (looked < maxSlots) this.#endSweep();
    return looked;
  }

  rank(segment: Segment, slot: number, nowMicros: number): Rank {
    return rowRank(this.#row(segment, slot), nowMicros);
  }

  /** Gives its memory back. */
  clear(): void {
    this.#segments.clear();
    this.#forgetLast();
    this.size = 0;
  }

  #add(text: string, quota: Quota, nowMicros: number): void {
    if (this.size >= this.#maxKeys) makeRoom(this, this.#hand, nowMicros);
    this.#forgetLast();
    const hash = this.#hash(text);
    const { grows, width } = quota.algorithm;
    const segment = this.#segments.withRoom(hash, grows ? 0 : rowHead + width);
    const slot = segment.add(text, hash, quota.rowKind.kindIndex);
    if (grows) segment.grown[slot] = quota.fresh.numbers.slice();
    this.size++;
  }

  #row(segment: Segment, slot: number): Row {
    return segment.row(slot, this.#quotas.at(segment.kindAt(slot)).algorithm);
  }

  #isIdle(segment: Segment, slot: number, nowMicros: number): boolean {
    return segment.hashAt(slot) !== 0 && this.rank(segment, slot, nowMicros)[1] === 0;
  }

  #endSegment(segment: Segment): void {
    this.#swept.segment++;
    this.#swept.slot = 0;
    this.#forgetLast();
    this.#segments.shrink(segment);
  }

  #endSweep(): void {
    this.#swept.segment = 0;
    this.#swept.slot = 0;
    if (this.size === 0) this.clear();
  }

  /** Rows may have moved. */
  #forgetLast(): void {
    this.#lastText = undefined;
  }
}
