import { Segment } from "./segment.ts";

const firstSlots = 16;
/** What is moved at once when a segment grows: so little that no request waits for it noticeably. */
const mostSlots = 4096;
/** Segments are told apart by so many bits of the hash; beyond that they grow after all. */
const mostBits = 20;
const mostFilled = 0.7;
const leastFilled = 0.125;

/** The segments of a table, by the first bits of the hash (extendible hashing, Fagin et al. 1979). */
export class Segments {
  /** Each once. */
  readonly list: Segment[] = [];
  /** By the first `#bits` bits; a segment that was not divided so often stands there several times. */
  #directory: Segment[] = [];
  #bits = 0;

  constructor() {
    this.clear();
  }

  of(hash: number): Segment {
    // A directory has a segment for each hash.
    return this.#directory[this.#bits === 0 ? 0 : hash >>> (32 - this.#bits)] as Segment;
  }

  /** The segment of a hash, with room for one more row, of so many numbers. */
  withRoom(hash: number, width: number): Segment {
    let segment = this.of(hash);
    while (segment.live >= segment.slots * mostFilled) {
      if (segment.slots < mostSlots || segment.depth === mostBits) this.#resize(segment, segment.slots * 2, width);
      else this.#divide(segment, width);
      segment = this.of(hash);
    }
    this.widen(segment, width);
    return this.of(hash);
  }

  /** Makes room for so many numbers in each row. @returns whether rows have moved. */
  widen(segment: Segment, width: number): boolean {
    if (segment.width >= width) return false;
    this.#resize(segment, segment.slots, width);
    return true;
  }

  /** Gives memory back that a segment does not need. */
  shrink(segment: Segment): void {
    if (segment.slots > firstSlots && segment.live < segment.slots * leastFilled)
      this.#resize(segment, segment.slots / 2, 0);
  }

  clear(): void {
    const first = new Segment(firstSlots, 0);
    this.list.splice(0, Infinity, first);
    this.#directory = [first];
    this.#bits = 0;
  }

  #resize(segment: Segment, slots: number, width: number): void {
    const other = new Segment(slots, Math.max(width, segment.width));
    move(segment, () => other);
    this.#replace(segment, [other], segment.depth);
  }

  #divide(segment: Segment, width: number): void {
    const { depth } = segment;
    const zeros = new Segment(mostSlots, Math.max(width, segment.width));
    const ones = new Segment(mostSlots, zeros.width);
    move(segment, (hash) => ((hash >>> (31 - depth)) & 1 ? ones : zeros));
    if (depth === this.#bits) {
      this.#directory = this.#directory.flatMap((each) => [each, each]);
      this.#bits++;
    }
    this.#replace(segment, [zeros, ones], depth + 1);
  }

  /** The new ones share the old one's places in the directory. */
  #replace(segment: Segment, others: readonly Segment[], depth: number): void {
    const first = this.#directory.indexOf(segment);
    const places = this.#directory.lastIndexOf(segment) + 1 - first;
    for (const [i, other] of others.entries()) {
      const from = first + (places / others.length) * i;
      this.#directory.fill(other, from, from + places / others.length);
      other.depth = depth;
    }
    this.list.splice(this.list.indexOf(segment), 1, ...others);
  }
}

function move(segment: Segment, to: (hash: number) => Segment): void {
  for (let slot = 0; slot < segment.slots; slot++) {
    const hash = segment.hashAt(slot);
    if (hash !== 0) segment.moveTo(to(hash), slot);
  }
}
