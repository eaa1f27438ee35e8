import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyText, maxKeyTextLength } from "../src/key-text.ts";
import { sha256OfUnits } from "../src/sha256.ts";

const by = ["tenant", "client", "route"];

describe("the text of a key", () => {
  it("is the client where nothing else is asked about", () => {
    for (const client of ["userA", "a:b", "{}", "*", "\ud800", "\u{1F600}", "", "x".repeat(maxKeyTextLength)]) {
      expect(keyText(["", client, ""], by)).toBe(client);
      expect(keyText([client], ["client"])).toBe(client);
    }
  });

  it("is not that of another part alone, nor that of a client who calls himself like a text", () => {
    const texts = [
      keyText(["", "a", ""], by),
      keyText(["a", "", ""], by),
      keyText(["", "", "a"], by),
      keyText(["a"], ["address"]),
      keyText(["", keyText(["a", "", ""], by), ""], by),
      keyText(["", keyText(["", "", "a"], by), ""], by),
      keyText(["", "\0", ""], by),
      keyText(["", "\0\0", ""], by),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("is different for different keys, whatever is in them", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom(
        "",
        "\0",
        "\0\0",
        ":",
        "{}",
        "*",
        "\ud800",
        "\udfff",
        "\ufffd",
        "\u0001",
        "\u0003",
        "a",
        "x".repeat(300),
      ),
      fc
        .array(fc.constantFrom("\0", "\u0001", "\u0002", "a", "\ud83d", "\ude00"), { maxLength: 5 })
        .map((units) => units.join("")),
    );
    const key = fc.tuple(part, part, part);
    fc.assert(
      fc.property(key, key, (one, other) => {
        const isSame = one.every((each, i) => each === other[i]);
        expect(keyText(one, by) === keyText(other, by)).toBe(isSame);
      }),
      { numRuns: 5000 },
    );
  });

  it("can be read back as long as it is short", () => {
    const part = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (key) => {
        expect(readBack(keyText(key, []))).toEqual(key);
      }),
    );
  });

  it("stays short when a part is a megabyte, and tells such parts apart", () => {
    const long = "x".repeat(1_000_000);
    const keys = [
      ["", long, ""],
      [long, "", ""],
      ["", `${long}a`, ""],
      ["", `a${long}`, ""],
      ["", `${long}\ud800`, ""],
      ["", `${long}\ufffd`, ""],
      [long, long, ""],
      ["", long, long],
    ];
    const texts = keys.map((key) => keyText(key, by));
    expect(new Set(texts).size).toBe(keys.length);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(maxKeyTextLength);
  });
});

describe("the SHA-256 of a text's code units", () => {
  it("is what the platform's is of their bytes, at every length around a block", () => {
    for (let length = 0; length < 140; length++) {
      const text = String.fromCharCode(...Array.from({ length }, (_, i) => (i * 40_503) % 65_536));
      const expected = createHash("sha256").update(Buffer.from(text, "utf16le")).digest().toString("latin1");
      expect(sha256OfUnits(text)).toBe(expected);
    }
  });
});

function readBack(text: string): readonly string[] {
  const parts = text.charCodeAt(1);
  const lengths = Array.from({ length: parts }, (_, i) => text.charCodeAt(2 + i));
  let at = 2 + parts;
  return lengths.map((length) => text.slice(at, (at += length)));
}
