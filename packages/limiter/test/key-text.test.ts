import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyText, maxKeyTextLength } from "../src/key-text.ts";

fc.configureGlobal({ seed: 20_261_130 });

const by = ["tenant", "client", "route"];

describe("the text of a key", () => {
  it("is the client where nothing else is asked about", () => {
    for (const client of ["userA", "a:b", "{}", "*", "\ud800", "\u{1F600}", "x".repeat(maxKeyTextLength)]) {
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
      keyText(["", "", ""], by),
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

  it("can be read back", () => {
    const part = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (key) => {
        expect(readBack(keyText(key, []))).toEqual(key);
      }),
    );
  });
});

function readBack(text: string): readonly string[] {
  const [, lengths = "", parts = ""] = /^\0([\d,]*):([^]*)$/.exec(text) ?? [];
  let at = 0;
  return lengths
    .split(",")
    .slice(0, -1)
    .map((length) => parts.slice(at, (at += Number(length))));
}
