import type { Algorithm } from "../../algorithm.ts";
import type { Chunk } from "./chunk.ts";
import { convertRow, freshRow } from "./convert-row.ts";
import { KeyIndex } from "./key-index.ts";
import { makeRoom, type ClockHand } from "./make-room.ts";
import { Quotas, type Quota } from "./quotas.ts";
import { rowLife, toTick, type Row } from "./row.ts";
import { Rows } from "./rows.ts";

/** As many as the 16 bits of a row can tell apart. */
const maxQuotas = 65_535;

/** The counters of one policy: of its name and version, whatever its numbers. */
export class Table {
  size = 0;
  readonly rows: Rows;
  /** Those of `rows`, for who looks often. */
  readonly chunks: readonly Chunk[];
  readonly #maxKeys: number;
  readonly #quotas = new Quotas(maxQuotas);
  readonly #index: KeyIndex;
  readonly #hand: ClockHand = { row: 0, credit: 0 };
  #sweptTo = 0;
  /** Who asked last often asks next, and comparing is quicker than looking up. */
  #lastText: string | undefined;
  #lastRow = -1;

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
    this.#index = new KeyIndex(maxKeys);
    this.rows = new Rows(this.#quotas);
    this.chunks = this.rows.chunks;
  }

  /** @returns the number of the text's row, -1 when it has none. */
  find(text: string): number {
    if (text === this.#lastText) return this.#lastRow;
    const row = this.#index.find(text);
    if (row === undefined) return -1;
    this.#lastText = text;
    this.#lastRow = row;
    return row;
  }

  quota(algorithm: Algorithm): Quota {
    return this.#quotas.of(algorithm);
  }

  /** The row as the quota counts it; a fresh one when there is none. Writes nothing. */
  view(text: string, { algorithm }: Quota, nowMicros: number): Row {
    const number = this.find(text);
    if (number < 0) return freshRow(algorithm);
    const row = this.rows.get(number);
    const from = this.rows.quotaOf(number).algorithm;
    return from === algorithm ? row : convertRow(from, row, algorithm, nowMicros);
  }

  /** The row as the quota counts it, to write into; another may have to go for it. */
  touch(text: string, quota: Quota, nowMicros: number): Row {
    if (quota.index < 0) this.#enlist(quota, nowMicros);
    const found = this.find(text);
    if (found >= 0) this.#convert(found, quota, nowMicros);
    return this.rows.get(found < 0 ? this.#add(text, quota, nowMicros) : found);
  }

  remove(number: number): void {
    const text = this.rows.textOf(number);
    if (text === undefined) return;
    if (number === this.#lastRow) this.#lastText = undefined;
    this.#index.delete(text);
    this.rows.remove(number);
    this.size--;
  }

  /**
   * Removes rows that equal fresh ones, going on where it stopped the last time.
   *
   * @returns At how many it looked; fewer than `maxRows` when it came to the end.
   */
  sweep(maxRows: number, nowMicros: number): number {
    const { end } = this.rows;
    const from = Math.min(this.#sweptTo, end);
    const to = Math.min(from + maxRows, end);
    for (let number = from; number < to; number++) {
      if (this.rows.textOf(number) !== undefined && this.lifeMicros(number, nowMicros) === 0) this.remove(number);
    }
    this.#sweptTo = to === end ? 0 : to;
    if (this.size === 0) this.clear();
    return to - from;
  }

  /** Until the row equals a fresh one. */
  lifeMicros(number: number, nowMicros: number): number {
    const { algorithm } = this.rows.quotaOf(number);
    return rowLife(algorithm, this.rows.get(number), toTick(algorithm, nowMicros)) * algorithm.microsPerTick;
  }

  /** Gives its memory back. */
  clear(): void {
    this.#index.clear();
    this.rows.clear();
    this.#lastText = undefined;
    this.size = 0;
  }

  #add(text: string, quota: Quota, nowMicros: number): number {
    if (this.size >= this.#maxKeys) makeRoom(this, this.#hand, nowMicros);
    const number = this.rows.add(text, quota);
    this.#index.set(text, number);
    this.size++;
    return number;
  }

  #convert(number: number, quota: Quota, nowMicros: number): void {
    const from = this.rows.quotaOf(number);
    if (from === quota) return;
    this.rows.put(number, quota, convertRow(from.algorithm, this.rows.get(number), quota.algorithm, nowMicros).numbers);
  }

  /** When there were too many quotas, all rows become this one's: slow, and rarer than a policy changes. */
  #enlist(quota: Quota, nowMicros: number): void {
    if (this.#quotas.enlist(quota)) return;
    const all = { algorithm: quota.algorithm, index: 0 };
    for (let number = 0; number < this.rows.end; number++) {
      if (this.rows.textOf(number) !== undefined) this.#convert(number, all, nowMicros);
    }
    this.#quotas.clear();
    this.#quotas.enlist(quota);
  }
}
