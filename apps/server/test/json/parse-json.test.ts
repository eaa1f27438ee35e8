import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../src/json/parse-json.ts";

const parse = (text: string): unknown => parseJson(new TextEncoder().encode(text));

function refusal(text: string | Uint8Array): unknown {
  try {
    return { parsed: typeof text === "string" ? parse(text) : parseJson(text) };
  } catch (error) {
    const { code, field } = error as { readonly code: string; readonly field?: string };
    return field === undefined ? code : `${code} ${field}`;
  }
}

describe("parseJson", () => {
  it("reads every value that JSON.stringify writes", () => {
    const plain = fc.jsonValue({ maxDepth: 10, stringUnit: "binary" });
    fc.assert(
      fc.property(plain, (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/"(?:__proto__|constructor|prototype)":/.test(text));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a":1,"a":2}', "DUPLICATE_FIELD a"],
    ['{"a":1,"\\u0061":2}', "DUPLICATE_FIELD a"],
    ['{"links":[{"alias":"x"},{"alias":"y","alias":"z"}]}', "DUPLICATE_FIELD links[1].alias"],
    ['{"a":{"b":1},"b":{"b":2,"c":{},"c":[]}}', "DUPLICATE_FIELD b.c"],
    ['{"__proto__":{}}', "UNKNOWN_FIELD __proto__"],
    ['{"a":{"constructor":{"prototype":{}}}}', "UNKNOWN_FIELD a.constructor"],
    ['{"\\u005f_proto__":1}', "UNKNOWN_FIELD __proto__"],
  ])("refuses %s by name", (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });

  it.each([
    ["", "BODY_MISSING"],
    ["{", "BODY_MALFORMED"],
    ["{'a':1}", "BODY_MALFORMED"],
    ['{"a":1,}', "BODY_MALFORMED"],
    ['{"a":NaN}', "BODY_MALFORMED"],
    ['{"a":01}', "BODY_MALFORMED"],
    ['\ufeff{"a":1}', "BODY_MALFORMED"],
    ['{"a":"\\ud800"}', "BODY_MALFORMED"],
    ['{"a":"\u0001"}', "BODY_MALFORMED"],
    ['{"a":1,"a":2', "BODY_MALFORMED"],
  ])("refuses %j as %s", (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });

  it("refuses bytes that are not UTF-8", () => {
    expect(refusal(Uint8Array.of(0x22, 0xc3, 0x28, 0x22))).toBe("BODY_MALFORMED");
  });

  it("lets 16 levels pass and refuses the 17th, however many follow", () => {
    expect(parse("[".repeat(16) + "]".repeat(16))).toBeInstanceOf(Array);
    expect(refusal("[".repeat(17) + "]".repeat(17))).toBe("BODY_TOO_DEEP");
    expect(refusal("[".repeat(5_000_000))).toBe("BODY_TOO_DEEP");
  });

  it("refuses a flood of members before it is built", () => {
    const flood = (members: number): string => `[${"1,".repeat(members - 1)}1]`;
    expect(refusal(flood(100_002))).toBe("BODY_TOO_LARGE");
    expect(parse(flood(100_000))).toHaveLength(100_000);
  });

  it("does not take the same key in two objects, or a key's text in a value, for a repetition", () => {
    expect(parse('[{"a":"a"},{"a":["a","a"]}]')).toEqual([{ a: "a" }, { a: ["a", "a"] }]);
    expect(parse('{"a":"}{\\"a\\":","b":"\\\\"}')).toEqual({ a: '}{"a":', b: "\\" });
  });
});
