import type { Algorithm } from "../../algorithm.ts";
import { convertRow, isBeyond } from "./convert-row.ts";
import { createClockHand, makeRoom } from "./make-room.ts";
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

  /** The row as the quota counts it; a fresh one when there is none. Writes nothing. */
  view(text: string, { algorithm, fresh }: Quota, nowMicros: number): Row {
    const slot = this.find(text);
    if (slot < 0) return fresh;
    const from = this.algorithmAt(this.found, slot);
    const row = this.found.row(slot);
    return from === algorithm ? row : convertRow(from, row, algorithm, nowMicros);
  }

  /** The row as the quota counts it (or as it is, where it is beyond that) to write into; another may have to go for it. */
  touch(text: string, quota: Quota, nowMicros: number): Row {
    if (quota.index < 0) this.#enlist(quota, nowMicros);
    const slot = this.find(text);
    if (slot < 0) return this.#add(text, quota, nowMicros);
    const row = this.found.row(slot);
    const from = this.algorithmAt(this.found, slot);
    if (this.found.quotaAt(slot) === quota.index || isBeyond(from, row, quota.algorithm, nowMicros)) return row;
    return this.#recount(text, quota, nowMicros);
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

  #add(text: string, quota: Quota, nowMicros: number): Row {
    if (this.size >= this.#maxKeys) makeRoom(this, this.#hand, nowMicros);
    this.#forgetLast();
    const hash = this.#hash(text);
    const segment = this.#segments.withRoom(hash, widthOf(quota.algorithm));
    const slot = segment.add(text, hash, quota.index);
    if (quota.algorithm.grows) segment.putGrown(slot, quota.index, [0]);
    this.size++;
    return segment.row(slot);
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

  /** The row becomes the quota's. */
  #recount(text: string, quota: Quota, nowMicros: number): Row {
    const slot = this.find(text);
    const from = this.algorithmAt(this.found, slot);
    const { numbers } = convertRow(from, this.found.row(slot), quota.algorithm, nowMicros);
    if (this.#segments.widen(this.found, widthOf(quota.algorithm))) this.#forgetLast();
    const at = this.find(text);
    put(this.found, at, quota, numbers);
    return this.found.row(at);
  }

  /** Rows may have moved. */
  #forgetLast(): void {
    this.#lastText = undefined;
  }

  /** When there were too many quotas, all rows become this one's: slow, and rarer than a policy changes. */
  #enlist(quota: Quota, nowMicros: number): void {
    if (this.#quotas.enlist(quota)) return;
    const texts = this.segments.flatMap((segment) => segment.texts);
    for (const text of texts) if (text !== undefined) this.#recount(text, { ...quota, index: 0 }, nowMicros);
    this.#quotas.clear();
    this.#quotas.enlist(quota);
  }
}

function widthOf({ grows, width }: Algorithm): number {
  return rowHead + (grows ? 0 : width);
}

function put(segment: Segment, slot: number, { algorithm, index }: Quota, numbers: ArrayLike<number>): void {
  if (algorithm.grows) segment.putGrown(slot, index, Array.from(numbers));
  else segment.put(slot, index, numbers);
}
