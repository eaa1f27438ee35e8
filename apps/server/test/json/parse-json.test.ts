import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonScan } from "../../src/json/json-scan.ts";
import { parseJson, parseJsonInSlices } from "../../src/json/parse-json.ts";

const parse = (text: string): unknown => parseJson(new TextEncoder().encode(text));

function canParse(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

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

  it.each([
    ["empty arrays", "[]"],
    ["empty objects", "{}"],
    ["empty objects under keys", '{"a":{}}'],
  ])("refuses a flood of %s, which hold nothing", (_, container) => {
    expect(refusal(`[${`${container},`.repeat(60_000)}1]`)).toBe("BODY_TOO_LARGE");
    expect(refusal(`[${`${container},`.repeat(8_000_000 / container.length)}1]`)).toBe("BODY_TOO_LARGE");
  });

  it.each(["[]", "{}", ":", ",", "1 ", '""', '"\\"', "}", "]", "x,", "{,", '{"a"', "[:"])(
    "stops at the first %j that does not belong there, however many follow",
    (token) => {
      const scan = new JsonScan(token.repeat(1_000_000), { maxDepth: 16, maxMembers: 100_000 });
      expect(scan.advance(20)).toBe(false);
      expect(scan.fault?.kind).toBe("malformed");
    },
  );

  it("refuses what JSON.parse refuses, and nothing else, in slices as at once", async () => {
    const tokens = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b\\""',
      "1",
      "-1.5e+3",
      "true",
      " ",
      "\n",
      "x",
      '"',
    );
    const nearly = fc.array(tokens, { maxLength: 12 }).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(nearly, async (text) => {
        const isJson = text !== "" && canParse(text);
        const found = refusal(text);
        if (isJson) expect(String((found as { parsed?: unknown }).parsed ?? found)).not.toBe("BODY_MALFORMED");
        else expect(found).toBe(text === "" ? "BODY_MISSING" : "BODY_MALFORMED");
      }),
      { numRuns: 3_000 },
    );
  });

  it("leaves the event loop to others while it reads a large body", async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ longUrl: `https://example.com/${n}`.padEnd(1_000, "x") }));
    const body = new TextEncoder().encode(JSON.stringify({ links: rows }));
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    try {
      expect(await parseJsonInSlices(body)).toEqual({ links: rows });
    } finally {
      clearImmediate(counting);
    }
    expect(turns).toBeGreaterThanOrEqual(10);
    await expect(parseJsonInSlices(body.subarray(1))).rejects.toMatchObject({ code: "BODY_MALFORMED" });
  });

  it("does not take the same key in two objects, or a key's text in a value, for a repetition", () => {
    expect(parse('[{"a":"a"},{"a":["a","a"]}]')).toEqual([{ a: "a" }, { a: ["a", "a"] }]);
    expect(parse('{"a":"}{\\"a\\":","b":"\\\\"}')).toEqual({ a: '}{"a":', b: "\\" });
  });
});
