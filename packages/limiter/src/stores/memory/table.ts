import type { Algorithm } from "../../algorithm.ts";
import { carryOver, freshRow, readRow, takeFrom, type CountedRow } from "./convert-row.ts";
import { createClockHand, makeRoom } from "./make-room.ts";
import { Quotas, type Quota } from "./quotas.ts";
import { rowHead, rowRank, type Rank } from "./row.ts";
import type { Segment } from "./segment.ts";
import { Segments } from "./segments.ts";
import { createTextHash, type TextHash } from "./text-hash.ts";

/** More would only hold memory. */
const mostQuotas = 65_536;

/** The counters of one policy: of its name and version, whatever its numbers. */
export class Table {
  size = 0;
  /** Where the last `find` found it. */
  found: Segment;
  readonly #segments = new Segments();
  readonly #quotas: Quotas;
  readonly #maxKeys: number;
  readonly #hash: TextHash = createTextHash(Math.random);
  readonly #hand = createClockHand();
  readonly #swept = { segment: 0, slot: 0 };
  /** Who asked last often asks next, and comparing is quicker than looking up. */
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
    const segment = this.#segments.of(hash);
    const slot = segment.find(text, hash);
    if (slot < 0) return -1;
    this.found = segment;
    this.#lastText = text;
    this.#lastSlot = slot;
    return slot;
  }

  quota(algorithm: Algorithm): Quota {
    return this.#quotas.of(algorithm);
  }

  /** The row as it is for the quota; a fresh one when there is none. Writes nothing. */
  view(text: string, { algorithm, fresh, kind }: Quota, nowMicros: number): CountedRow {
    const slot = this.find(text);
    if (slot < 0) return fresh;
    const row = this.found.row(slot);
    if (this.found.quotaAt(slot) === kind.index) return { algorithm, ...row };
    return readRow(this.algorithmAt(this.found, slot), row, fresh, nowMicros);
  }

  /** The row as it is for the quota, to write into; another may have to go for it. */
  touch(text: string, quota: Quota, nowMicros: number): CountedRow {
    const { algorithm, fresh } = quota;
    if (quota.kind.index < 0) this.#enlist(quota, nowMicros);
    const slot = this.find(text);
    if (slot < 0) this.#add(text, quota, nowMicros);
    else if (this.view(text, quota, nowMicros) === fresh) this.#replace(text, quota, freshRow(algorithm).numbers);
    return this.view(text, quota, nowMicros);
  }

  /** Takes what is there. */
  take(text: string, quota: Quota, nowMicros: number, cost: number): void {
    const next = takeFrom(this.touch(text, quota, nowMicros), quota.algorithm, nowMicros, cost);
    if (next !== undefined) this.#replace(text, quota, next.numbers);
  }

  /** @param segment One of `segments`. */
  remove(segment: Segment, slot: number): void {
    this.#forgetLast();
    segment.remove(slot);
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
      if (this.#swept.slot >= segment.slots) this.#endSegment(segment);
      else if (this.#isIdle(segment, this.#swept.slot, nowMicros)) this.remove(segment, this.#swept.slot);
      else this.#swept.slot++;
    }
    if (looked < maxSlots) this.#endSweep();
    return looked;
  }

  rank(segment: Segment, slot: number, nowMicros: number): Rank {
    return rowRank(this.algorithmAt(segment, slot), segment.row(slot), nowMicros);
  }

  /** By which the row was counted last. */
  algorithmAt(segment: Segment, slot: number): Algorithm {
    return this.#quotas.at(segment.quotaAt(slot)).algorithm;
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
    const segment = this.#segments.withRoom(hash, widthOf(quota.algorithm));
    const { index } = quota.kind;
    const slot = segment.add(text, hash, index);
    if (quota.algorithm.grows) segment.putGrown(slot, index, [0]);
    this.size++;
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

  /** Gives the text's row, which there must be, these numbers; the quota counts it from now on. */
  #replace(text: string, { algorithm, kind }: Quota, numbers: number[]): void {
    this.find(text);
    if (this.#segments.widen(this.found, widthOf(algorithm))) this.#forgetLast();
    const slot = this.find(text);
    if (algorithm.grows) this.found.putGrown(slot, kind.index, numbers);
    else this.found.put(slot, kind.index, numbers);
  }

  /** Rows may have moved. */
  #forgetLast(): void {
    this.#lastText = undefined;
  }

  /** When there were too many kinds, what is used of each row is charged to this one: slow, and rarer than a policy changes. */
  #enlist(quota: Quota, nowMicros: number): void {
    if (this.#quotas.enlist(quota.kind)) return;
    const texts = this.segments.flatMap((segment) => segment.texts).filter((text) => text !== undefined);
    const rows = texts.map((text) => carryOver(this.view(text, quota, nowMicros), quota.algorithm, nowMicros, 0));
    this.#quotas.clear();
    this.#quotas.enlist(quota.kind);
    for (const [i, text] of texts.entries()) this.#replace(text, quota, rows[i]?.numbers ?? []);
  }
}

function widthOf({ grows, width }: Algorithm): number {
  return rowHead + (grows ? 0 : width);
}
