import { Segment } from "./segment.ts";

const firstSlots = 16;
/** A segment that is alone grows up to this, then its rows are spread over many. */
const mostSlotsAlone = 4096;
/** So many that each moves few rows when it grows: 1,400 of a million keys, 23,000 of the 16 million there can be. */
const partBits = 9;
/** Twice the rows that a part gets at first, and more. */
const partSlots = 32;
const mostFilled = 0.7;
const leastFilled = 0.125;

/** The segments of a table: one while it is small, then one for each value of the hash's first bits. */
export class Segments {
  list: Segment[] = [];

  constructor() {
    this.clear();
  }

  of(hash: number): Segment {
    return this.list[this.list.length === 1 ? 0 : hash >>> (32 - partBits)] as Segment;
  }

  /** The segment of a hash, with room for one more row, of so many numbers. */
  withRoom(hash: number, width: number): Segment {
    const segment = this.of(hash);
    if (segment.live < segment.slotCount * mostFilled) {
      if (segment.width < width) this.#resize(segment, segment.slotCount, width);
    } else if (this.list.length === 1 && segment.slotCount === mostSlotsAlone) this.#divide(segment, width);
    else this.#resize(segment, segment.slotCount * 2, width);
    return this.of(hash);
  }

  /** Gives memory back that a segment does not need. */
  shrink(segment: Segment): void {
    if (segment.slotCount > firstSlots && segment.live < segment.slotCount * leastFilled)
      this.#resize(segment, segment.slotCount / 2, 0);
  }

  clear(): void {
    this.list = [new Segment(firstSlots, 0)];
  }

  #resize(segment: Segment, slots: number, width: number): void {
    const other = new Segment(slots, Math.max(width, segment.width));
    move(segment, () => other);
    this.list[this.list.indexOf(segment)] = other;
  }

  #divide(segment: Segment, width: number): void {
    this.list = Array.from({ length: 2 ** partBits }, () => new Segment(partSlots, Math.max(width, segment.width)));
    move(segment, (hash) => this.of(hash));
  }
}

function move(segment: Segment, to: (hash: number) => Segment): void {
  for (let slot = 0; slot < segment.slotCount; slot++) {
    const hash = segment.hashAt(slot);
    if (hash !== 0) segment.moveTo(to(hash), slot);
  }
}
