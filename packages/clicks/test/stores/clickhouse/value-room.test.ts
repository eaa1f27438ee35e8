import { describe, expect, it } from "vitest";
import type { Click } from "../../../src/click.ts";
import { ValueRoom } from "../../../src/stores/clickhouse/value-room.ts";
import { newClick } from "../../../src/testing/index.ts";

const at = Date.UTC(2026, 5, 10);
const hourMs = 3_600_000;
/** Four bits for each dimension: utmTerm is the eleventh. */
const termBits = (bits: number): number => bits * 2 ** 40;
const inAll = termBits(0b1111);

const term = (value: number | string, fields: Partial<Click> = {}) =>
  newClick({ domain: "", code: "hot", at, utmTerm: String(value), ...fields });

/** A room in which the first 256 terms of a link have come. */
function fullRoom(maxSize?: number, now = () => at + 26 * hourMs): ValueRoom {
  const room = new ValueRoom({ now, ...(maxSize === undefined ? {} : { maxSize }) });
  for (let value = 0; value < 256; value += 1) expect(room.foldedOf(term(value))).toBe(0);
  return room;
}

describe("room for values", () => {
  it("is for 256 of them; those stay, and of others it is told where they have none", () => {
    const room = fullRoom();
    expect(room.foldedOf(term("late"))).toBe(inAll);
    expect([room.foldedOf(term(0)), room.foldedOf(term(255))]).toEqual([0, 0]);
    expect(room.foldedOf(term("late"))).toBe(inAll);
    expect(room.foldedOf(term(0, { utmContent: "c", country: "KR" }))).toBe(0);
  });

  it("is each link's own, and one of all links together", () => {
    const room = fullRoom();
    expect(room.foldedOf(term("late", { code: "other" }))).toBe(termBits(0b1010));
    expect(room.foldedOf(term("late", { domain: "other.example" }))).toBe(termBits(0b1010));
  });

  it("is each quarter of an hour's own, and each day's", () => {
    const room = fullRoom();
    expect(room.foldedOf(term("late", { at: at + hourMs }))).toBe(termBits(0b1100));
    expect(room.foldedOf(term("late", { at: at + 24 * hourMs }))).toBe(0);
  });

  it("is not taken by what is unknown, nor by the name of the others", () => {
    const room = new ValueRoom({ now: () => at });
    for (let count = 0; count < 300; count += 1) room.foldedOf(term("(other)"));
    expect(room.foldedOf(newClick({ domain: "", code: "hot", at }))).toBe(0);
    for (let value = 0; value < 256; value += 1) expect(room.foldedOf(term(value))).toBe(0);
  });

  it("is remembered of links with many values, while many others are followed", () => {
    const room = fullRoom(10_000);
    for (let link = 0; link < 10_000; link += 1) room.foldedOf(term("x", { code: `c${link}` }));
    expect(room.foldedOf(term("late"))).toBe(inAll);
  });

  it("is remembered of today after a click that says that it comes from the future, and of what a late log fills", () => {
    const room = fullRoom(10_000, () => at + hourMs);
    room.foldedOf(term("x", { code: "ahead", at: at + 400 * 24 * hourMs }));
    for (let link = 0; link < 10_000; link += 1) room.foldedOf(term("x", { code: `c${link}` }));
    expect(room.foldedOf(term("late"))).toBe(inAll);
    const late = fullRoom(10_000, () => at + 400 * 24 * hourMs);
    for (let link = 0; link < 10_000; link += 1) late.foldedOf(term("x", { code: `c${link}` }));
    expect(late.foldedOf(term("late"))).toBe(inAll);
  });

  it("is remembered no longer of what is long over, and of nothing when all have many values", () => {
    const room = fullRoom(10_000);
    for (let link = 0; link < 10_000; link += 1) room.foldedOf(term("x", { code: `c${link}`, at: at + 26 * hourMs }));
    expect(room.foldedOf(term("late"))).toBe(0);
    const flooded = fullRoom(1_000);
    for (let link = 0; link < 10; link += 1) {
      for (let value = 0; value < 300; value += 1) flooded.foldedOf(term(value, { code: `c${link}` }));
    }
    expect(flooded.foldedOf(term("late", { code: "c0" })) % 2 ** 41).toBe(0);
  });
});
