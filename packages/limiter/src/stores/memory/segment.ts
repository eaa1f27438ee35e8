import type { Algorithm } from "../../algorithm.ts";
import type { Row } from "./row.ts";

/** Numbers before the row itself: 32 bits of the text's hash (0: no row), 32 of its kind's index (`RowKind`). */
const slotHead = 1;

/**
 * A part of a table: a hash table with open addressing, its rows in place. What a look-up needs lies together, since at
 * a million keys a decision costs what it has to fetch from memory.
 */
export class Segment {
  readonly slotCount: number;
  /** Numbers that a row has room for. */
  readonly width: number;
  readonly stride: number;
  /** For each slot its head, until when it is blocked, and the numbers of an algorithm that does not grow. */
  readonly numbers: Float64Array;
  /** The same memory. */
  readonly heads: Int32Array;
  readonly texts: (string | undefined)[] = [];
  /** The rows of algorithms that grow: each has an array of its own. It is empty while there are none. */
  grown: (Row["numbers"] | undefined)[] = [];
  live = 0;

  /** @param slotCount A power of two. @param width Numbers of a row. */
  constructor(slotCount: number, width: number) {
    this.slotCount = slotCount;
    this.width = width;
    this.stride = slotHead + width;
    this.numbers = new Float64Array(slotCount * this.stride);
    this.heads = new Int32Array(this.numbers.buffer);
    for (let slot = 0; slot < slotCount; slot++) this.texts.push(undefined);
    if (width === 0) this.grown = this.texts.map(() => undefined);
  }

  /** @returns the slot of the text's row, -1 when it has none. */
  find(text: string, hash: number): number {
    const { heads, slotCount, texts } = this;
    const step = this.stride * 2;
    for (let slot = (hash >>> 1) & (slotCount - 1); ; slot = (slot + 1) & (slotCount - 1)) {
      const found = heads[slot * step];
      if (found === hash && texts[slot] === text) return slot;
      if (found === 0) return -1;
    }
  }

  /** @returns the slot of a fresh row. There must be room, and no row of this text. */
  add(text: string, hash: number, kindIndex: number): number {
    const last = this.slotCount - 1;
    let slot = (hash >>> 1) & last;
    while (this.hashAt(slot) !== 0) slot = (slot + 1) & last;
    this.heads[slot * this.stride * 2] = hash;
    this.heads[slot * this.stride * 2 + 1] = kindIndex;
    this.texts[slot] = text;
    this.live++;
    return slot;
  }

  /** Moves the rows that follow it nearer to where they are looked for, so that no gap hides them. */
  drop(slot: number): void {
    const last = this.slotCount - 1;
    let gap = slot;
    for (let next = (gap + 1) & last; this.hashAt(next) !== 0; next = (next + 1) & last) {
      const home = (this.hashAt(next) >>> 1) & last;
      if (((next - home) & last) < ((next - gap) & last)) continue;
      this.#copy(this, next, gap);
      gap = next;
    }
    for (let i = 0; i < this.stride; i++) this.numbers[gap * this.stride + i] = 0;
    this.texts[gap] = undefined;
    if (this.grown.length > 0) this.grown[gap] = undefined;
    this.live--;
  }

  /** @param other One without this row. */
  moveTo(other: Segment, slot: number): void {
    other.#copy(this, slot, other.add(this.texts[slot] as string, this.hashAt(slot), this.kindAt(slot)));
  }

  row(slot: number, algorithm: Algorithm): Row {
    return algorithm.grows
      ? { algorithm, numbers: this.grown[slot] as Row["numbers"], at: 0 }
      : { algorithm, numbers: this.numbers, at: this.rowAt(slot) };
  }

  /** Where in `numbers` the row of an algorithm that does not grow begins. */
  rowAt(slot: number): number {
    return slot * this.stride + slotHead;
  }

  /** 0 where there is no row. */
  hashAt(slot: number): number {
    return this.heads[slot * this.stride * 2] as number;
  }

  kindAt(slot: number): number {
    return this.heads[slot * this.stride * 2 + 1] as number;
  }

  #copy(from: Segment, slot: number, to: number): void {
    const source = slot * from.stride;
    const target = to * this.stride;
    // Rows are short: this is quicker than a call that copies. A head's upper half is an index, so it is no NaN,
    // which might not be copied bit by bit.
    for (let i = Math.min(from.stride, this.stride) - 1; i >= 0; i--)
      this.numbers[target + i] = from.numbers[source + i] as number;
    this.texts[to] = from.texts[slot];
    if (from.grown.length > 0) this.grown[to] = from.grown[slot];
  }
}
