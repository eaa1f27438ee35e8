import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxKeyTextLength } from "../../src/key-text.ts";
import { createShortener } from "../../src/stores/memory/short-text.ts";

fc.configureGlobal({ seed: 20_261_130 });

const long = (unit: string) => unit.repeat(maxKeyTextLength + 1);

describe("shortening", () => {
  it("leaves a text that is short enough", () => {
    const texts = ["", "userA", "\0", "x".repeat(maxKeyTextLength)];
    expect(texts.map(createShortener(Math.random))).toEqual(texts);
  });

  it("makes a megabyte short, and tells such texts apart", () => {
    const megabyte = "x".repeat(1_000_000);
    const shorten = createShortener(Math.random);
    const texts = [megabyte, `${megabyte}a`, `a${megabyte}`, `${megabyte}\ud800`, `${megabyte}\ufffd`].map(shorten);
    expect(new Set(texts).size).toBe(5);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(80);
    expect(shorten(megabyte)).toBe(texts[0]);
  });

  it("tells apart texts that differ in one unit, in order, in length, or in NULs at the beginning", () => {
    const shorten = createShortener(Math.random);
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.array(unit, { minLength: 257, maxLength: 300 }), fc.nat(255), unit, (units, at, other) => {
        const texts = [units, units.with(at, other), units.toReversed(), [...units, "\0"], ["\0", ...units]].map(
          (each) => each.join(""),
        );
        expect(new Set(texts.map(shorten)).size).toBe(new Set(texts).size);
      }),
    );
  });

  it("does it by secrets: another store's hash of the same text is another", () => {
    expect(createShortener(Math.random)(long("x"))).not.toBe(createShortener(Math.random)(long("x")));
  });

  it("is exact to the largest numbers there are", () => {
    const shorten = createShortener(() => 1 - Number.EPSILON);
    const point = 67_108_858n;
    let expected = 1n;
    for (const unit of long("\uffff")) expected = (expected * point + BigInt(unit.charCodeAt(0))) % 67_108_859n;
    expect(shorten(long("\uffff"))).toBe(`\0\0${Array.from({ length: 5 }, () => expected).join()}`);
  });
});
