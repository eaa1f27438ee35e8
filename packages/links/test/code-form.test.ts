import { describe, expect, it } from "vitest";
import { isCode, parseAlias } from "../src/code-form.ts";

const malformed = [
  "",
  "a".repeat(65),
  "a b",
  " a",
  "a ",
  "a/b",
  "a.b",
  "..",
  "a~b",
  "a%2Fb",
  "a+b",
  "é",
  "가",
  "ａ",
  "\u{1F600}",
  "a\u0000",
  "a\n",
  "\na",
  "a\u200B",
  "a<b>",
];

describe("isCode", () => {
  it.each(["a", "A", "0", "-", "_", "--", "my-promo", "__proto__", "constructor", "a".repeat(64)])(
    "takes %j for a code",
    (text) => {
      expect(isCode(text)).toBe(true);
    },
  );

  it.each(malformed)("takes %j for no code", (text) => {
    expect(isCode(text)).toBe(false);
  });

  it("takes exactly 64 of the ASCII characters as a code of one", () => {
    const codes = Array.from({ length: 128 }, (_, byte) => String.fromCharCode(byte)).filter(isCode);
    expect(codes).toHaveLength(64);
  });
});

describe("parseAlias", () => {
  it.each(["my-promo", "My-Promo", "v1-promo", "__proto__", "a".repeat(64)])("accepts %j as it is", (text) => {
    expect(parseAlias(text)).toBe(text);
  });

  it.each(malformed)("refuses %j for its form and names the field", (text) => {
    expect(() => parseAlias(text)).toThrow(expect.objectContaining({ code: "ALIAS_MALFORMED", field: "alias" }));
  });

  it.each(["healthz", "HealthZ", "V1", "robots"])("refuses %j as reserved and names the field", (text) => {
    expect(() => parseAlias(text)).toThrow(expect.objectContaining({ code: "ALIAS_RESERVED", field: "alias" }));
  });
});
