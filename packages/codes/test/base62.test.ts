import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base62Alphabet, encodeBase62, parseBase62 } from "../src/base62.ts";
import { vectors } from "./vectors.ts";

fc.configureGlobal({ seed: 62 });

const text = fc.string({ unit: fc.constantFrom(...base62Alphabet.split("")), minLength: 1, maxLength: 40 });

describe("base62", () => {
  it.each(vectors.base62)("writes $n as $base62 and reads it back", ({ n, base62 }) => {
    expect(encodeBase62(BigInt(n))).toBe(base62);
    expect(parseBase62(base62)).toBe(BigInt(n));
  });

  it("reads back whatever it wrote, of every size and width", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 300n }), fc.nat({ max: 80 }), (n, more) => {
        const shortest = encodeBase62(n);
        const wide = encodeBase62(n, shortest.length + more);
        expect(wide).toHaveLength(shortest.length + more);
        expect(parseBase62(shortest)).toBe(n);
        expect(parseBase62(wide)).toBe(n);
      }),
    );
  });

  it("writes back whatever it read, at the width that it had", () => {
    fc.assert(
      fc.property(text, (digits) => {
        expect(encodeBase62(parseBase62(digits), digits.length)).toBe(digits);
      }),
    );
  });

  it("writes v1 for the 1,923rd number", () => {
    expect(encodeBase62(1_923n)).toBe("v1");
  });

  it("fills up with zeros on the left", () => {
    expect(encodeBase62(61n, 7)).toBe("000000Z");
    expect(encodeBase62(0n, 7)).toBe("0000000");
  });

  it("refuses a number that does not fit the width instead of cutting it", () => {
    expect(encodeBase62(62n ** 7n - 1n, 7)).toBe("ZZZZZZZ");
    expect(() => encodeBase62(62n ** 7n, 7)).toThrow(expect.objectContaining({ code: "NUMBER_TOO_WIDE" }));
    expect(() => encodeBase62(62n, 1)).toThrow(expect.objectContaining({ code: "NUMBER_TOO_WIDE" }));
  });

  it("refuses a negative number", () => {
    expect(() => encodeBase62(-1n)).toThrow(expect.objectContaining({ code: "NUMBER_NEGATIVE" }));
  });

  it.each(["", " 1", "1 ", "-1", "1-", "a_b", "é", "１", "0x1g!", "1\n", "\u{1F600}", "1.0"])(
    "refuses to read %j",
    (malformed) => {
      expect(() => parseBase62(malformed)).toThrow(expect.objectContaining({ code: "BASE62_MALFORMED" }));
    },
  );
});
