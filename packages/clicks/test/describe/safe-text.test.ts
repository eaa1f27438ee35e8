import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBytes, safeText } from "../../src/describe/safe-text.ts";
import { asHeader } from "./sample-visit.ts";

fc.configureGlobal({ seed: 20_261_130 });

test("a text is kept without control characters and blanks at its ends", () => {
  expect(safeText(" a\u0000b\r\nc\u007f\u0085 ")).toBe("abc");
  expect(safeText("\u0000 ")).toBeNull();
});

test("a text is cut between two characters", () => {
  expect(safeText(`${"x".repeat(199)}😀`)).toBe("x".repeat(199));
  expect(safeText(`${"x".repeat(198)}😀y`)).toBe(`${"x".repeat(198)}😀`);
});

test("halves of characters are replaced, wherever they stand", () => {
  expect(safeText("a\uDC00b\uD800c\uDFFF")).toBe("a\uFFFDb\uFFFDc\uFFFD");
});

test("whatever text comes, what is kept is well-formed, short and printable, and kept as it is the second time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 6_000 }), fc.string({ unit: "binary" }), (long, short) => {
      for (const text of [long, short, `${short}\uD800`]) {
        const safe = safeText(text);
        if (safe === null) continue;
        expect(safe.isWellFormed() && safe.length <= 200 && safe.length > 0).toBe(true);
        expect(safe).not.toMatch(/\p{Cc}/u);
        expect(safeText(safe)).toBe(safe);
      }
    }),
  );
});

test("bytes are read as UTF-8 where they are that", () => {
  expect(decodeBytes(asHeader("한글"))).toBe("한글");
  expect(decodeBytes("caf\u00e9")).toBe("café");
  expect(decodeBytes("plain")).toBe("plain");
  expect(decodeBytes("한글")).toBe("한글");
});
