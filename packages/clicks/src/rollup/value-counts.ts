import { clickClasses, clickDimensions, type Click, type ClickClass, type ClickDimension } from "../click.ts";
import { ByteReader, ByteWriter, damaged } from "./bytes.ts";

/** So many values of a dimension have counts of their own in a bucket; the others share one. */
export const valuesPerDimension = 256;

/** What the values are counted under that did not fit; a value of this very text is counted there, too. */
export const otherValue = "(other)";

/** Clicks by class, in the order of `clickClasses`. */
type Tally = number[];

const format = 1;
const writer = new ByteWriter();

/**
 * Clicks by value of each dimension and by class. What is unknown (null) is not kept: it is what the others do not add
 * up to.
 *
 * A value that has a count of its own has all of its clicks there: who came first stays, and of those that come together
 * the most frequent ones.
 */
export class ValueCounts {
  /** In the order of `clickDimensions`. */
  readonly #dimensions: (Map<string, Tally> | undefined)[] = [];

  add(click: Click): void {
    const classIndex = classIndexes[click.class];
    for (let index = 0; index < clickDimensions.length; index += 1) {
      const value = click[clickDimensions[index] as ClickDimension];
      if (value === null) continue;
      const tally = this.#tallyOf(index, value);
      tally[classIndex] = (tally[classIndex] ?? 0) + 1;
    }
  }

  merge(other: ValueCounts): void {
    for (const [index, values] of other.#dimensions.entries()) {
      if (values === undefined) continue;
      for (const [value, tally] of this.#inOrder(index, values)) addTally(this.#tallyOf(index, value), tally);
    }
  }

  /** Merges what `pack` made. */
  mergePacked(packed: Uint8Array): void {
    readPacked(packed, (index, reader) => {
      const tally = this.#tallyOf(index, reader.text());
      const mask = reader.byte();
      for (let place = 0; mask >> place; place += 1) {
        if ((mask >> place) & 1) tally[place] = (tally[place] ?? 0) + reader.integer();
      }
    });
  }

  /** Nothing at all where every value is unknown. Can be joined by another one without its first byte. */
  pack(): Uint8Array {
    writer.reset();
    writer.byte(format);
    let isEmpty = true;
    for (const [index, values] of this.#dimensions.entries()) {
      if (values === undefined) continue;
      isEmpty = false;
      writer.byte(index);
      writer.integer(values.size);
      for (const [value, tally] of values) writeValue(value, tally);
    }
    return isEmpty ? new Uint8Array() : writer.take();
  }

  #tallyOf(index: number, value: string): Tally {
    const values = (this.#dimensions[index] ??= new Map<string, Tally>());
    const known = values.get(value);
    if (known !== undefined) return known;
    const ownCount = values.size - Number(values.has(otherValue));
    const place = ownCount < valuesPerDimension ? value : otherValue;
    const tally = values.get(place) ?? [0, 0, 0, 0, 0];
    values.set(place, tally);
    return tally;
  }

  /** The most frequent first, where not all of them may fit. */
  #inOrder(index: number, values: ReadonlyMap<string, Tally>): Iterable<readonly [string, Tally]> {
    const known = this.#dimensions[index]?.size ?? 0;
    if (known + values.size <= valuesPerDimension) return values;
    return [...values].toSorted(([, a], [, b]) => sum(b) - sum(a));
  }
}

/**
 * Adds up the clicks of one dimension's values, from what `ValueCounts` packed.
 *
 * @returns How many of these clicks have a value that is known.
 */
export function countValues(
  packed: Uint8Array,
  dimension: ClickDimension,
  classes: readonly ClickClass[],
  totals: Map<string, number>,
): number {
  const wanted = clickDimensions.indexOf(dimension);
  const wantedMask = classes.reduce((mask, name) => mask | (1 << classIndexes[name]), 0);
  let known = 0;
  readPacked(packed, (index, reader) => {
    const value = index === wanted ? reader.text() : void reader.skipText();
    const clicks = readClicks(reader, wantedMask);
    if (value === undefined || clicks === 0) return;
    totals.set(value, (totals.get(value) ?? 0) + clicks);
    known += clicks;
  });
  return known;
}

/** Their order is part of the format: a new one goes to the end. */
const classIndexes = Object.fromEntries(clickClasses.map((name, index) => [name, index])) as Record<ClickClass, number>;

function addTally(into: Tally, from: Tally): void {
  for (let index = 0; index < from.length; index += 1) into[index] = (into[index] ?? 0) + (from[index] ?? 0);
}

const sum = (tally: Tally): number => tally.reduce((total, clicks) => total + clicks, 0);

/** The text, a bit for each class that has clicks, and their numbers. */
function writeValue(value: string, tally: Tally): void {
  writer.text(value);
  let mask = 0;
  for (let index = 0; index < tally.length; index += 1) if (tally[index] !== 0) mask |= 1 << index;
  writer.byte(mask);
  for (const clicks of tally) if (clicks !== 0) writer.integer(clicks);
}

/** @param visit Reads one value off the reader: its text, its classes and its numbers. */
function readPacked(packed: Uint8Array, visit: (index: number, reader: ByteReader) => void): void {
  if (packed.length === 0) return;
  const reader = new ByteReader(packed);
  if (reader.byte() !== format) throw damaged();
  while (!reader.isAtEnd) {
    const index = reader.byte();
    for (let count = reader.integer(); count > 0; count -= 1) visit(index, reader);
  }
}

function readClicks(reader: ByteReader, wantedMask: number): number {
  const mask = reader.byte();
  let clicks = 0;
  for (let index = 0; mask >> index; index += 1) {
    if (((mask >> index) & 1) === 0) continue;
    const number = reader.integer();
    if ((wantedMask >> index) & 1) clicks += number;
  }
  return clicks;
}
