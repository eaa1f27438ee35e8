import { describe, expect, it } from "vitest";
import type { ClickClass, ClickDimension } from "../../src/click.ts";
import { countValues, otherValue, ValueCounts, valuesPerDimension } from "../../src/rollup/value-counts.ts";
import { newClick } from "../../src/testing/index.ts";

const at = Date.UTC(2026, 5, 10);

describe("counts of values", () => {
  it("are packed and read by dimension and class", () => {
    const packed = packedOf([
      { country: "KR", os: "iOS" },
      { country: "KR", class: "bot" },
      { country: "US", class: "head" },
      { os: "iOS" },
    ]);
    expect(valuesIn(packed, "country", ["human"])).toEqual({ KR: 1 });
    expect(valuesIn(packed, "country", ["human", "bot", "head"])).toEqual({ KR: 2, US: 1 });
    expect(valuesIn(packed, "os", ["human"])).toEqual({ iOS: 2 });
    expect(valuesIn(packed, "region", ["human"])).toEqual({});
    expect(packedOf([{}, {}])).toHaveLength(0);
  });

  it("keep texts of every length, and numbers of every size", () => {
    for (const text of [
      "",
      "a".repeat(42),
      "a".repeat(43),
      "링".repeat(42),
      "링".repeat(43),
      "🔗".repeat(100),
      "é".repeat(127),
    ]) {
      expect(valuesIn(packedOf([{ utmTerm: text }]), "utmTerm", ["human"])).toEqual({ [text]: 1 });
    }
    let values = packedOf([{ country: "KR" }]);
    for (let doubling = 0; doubling < 50; doubling += 1) values = merged(values, values).pack();
    expect(valuesIn(values, "country", ["human"])).toEqual({ KR: 2 ** 50 });
  });

  it("keep at most 256 values of a dimension apart, and lose no click", () => {
    const clicks = Array.from({ length: 1_000 }, (_, index) => ({ utmTerm: `term ${index}`, country: "KR" }));
    const found = valuesIn(packedOf(clicks), "utmTerm", ["human"]);
    expect(Object.keys(found)).toHaveLength(valuesPerDimension + 1);
    expect(found[otherValue]).toBe(1_000 - valuesPerDimension);
    expect(valuesIn(packedOf(clicks), "country", ["human"])).toEqual({ KR: 1_000 });
  });

  it("keep a value that was first, and of those that come together the most frequent", () => {
    const first = packedOf(Array.from({ length: 255 }, (_, index) => ({ utmTerm: `first ${index}` })));
    const added = new ValueCounts();
    for (const utmTerm of ["rare", "often", "often", "first 7"]) added.add(newClick({ at, utmTerm }));
    const whole = new ValueCounts();
    whole.mergePacked(first);
    whole.merge(added);
    const found = valuesIn(whole.pack(), "utmTerm", ["human"]);
    expect(found).toMatchObject({ often: 2, "first 7": 2, "first 0": 1, [otherValue]: 1 });
    expect(found).not.toHaveProperty("rare");
  });

  it("count a real value of that name with the others", () => {
    const few = packedOf([{ utmTerm: otherValue }, { utmTerm: "a" }]);
    expect(valuesIn(few, "utmTerm", ["human"])).toEqual({ [otherValue]: 1, a: 1 });
    const many = packedOf([
      { utmTerm: otherValue },
      ...Array.from({ length: 300 }, (_, index) => ({ utmTerm: `${index}` })),
    ]);
    expect(valuesIn(many, "utmTerm", ["human"])[otherValue]).toBe(301 - valuesPerDimension);
  });

  it("can be joined without their first byte", () => {
    const [a, b] = [packedOf([{ country: "KR", os: "iOS" }]), packedOf([{ country: "KR" }, { country: "US" }])];
    const joined = Buffer.concat([a, b.subarray(1)]);
    expect(valuesIn(joined, "country", ["human"])).toEqual({ KR: 2, US: 1 });
    expect(valuesIn(merged(joined, b).pack(), "country", ["human"])).toEqual({ KR: 3, US: 2 });
  });

  it("refuse bytes that are damaged", () => {
    const packed = packedOf([{ country: "KR" }]);
    for (const bytes of [Uint8Array.of(9), packed.subarray(0, 3), packed.subarray(0, packed.length - 1)]) {
      expect(() => valuesIn(bytes, "country", ["human"])).toThrow(
        expect.objectContaining({ code: "STORE_UNAVAILABLE" }),
      );
    }
  });
});

type Fields = Partial<Record<ClickDimension, string>> & { readonly class?: ClickClass };

function packedOf(clicks: readonly Fields[]): Uint8Array {
  const values = new ValueCounts();
  for (const fields of clicks) values.add(newClick({ at, ...fields }));
  return values.pack();
}

function merged(...parts: readonly Uint8Array[]): ValueCounts {
  const values = new ValueCounts();
  for (const part of parts) values.mergePacked(part);
  return values;
}

function valuesIn(packed: Uint8Array, dimension: ClickDimension, classes: readonly ClickClass[]) {
  const totals = new Map<string, number>();
  countValues(packed, dimension, classes, totals);
  return Object.fromEntries(totals);
}
