import { describe, expect, it } from "vitest";
import { parseIfMatch } from "../../src/http/if-match.ts";

describe("parseIfMatch", () => {
  it.each([undefined, "*", " * "])("lets any version pass for %j", (header) => {
    expect(parseIfMatch(header)).toBeUndefined();
  });

  it.each<[string, readonly number[]]>([
    ['"3"', [3]],
    ['"3", "4"', [3, 4]],
    [`${" ".repeat(1_000)}"3"${"\t".repeat(1_000)}`, [3]],
    [' "3" ,\t"12"', [3, 12]],
    // A list may have empty elements (RFC 9110, 5.6.1.2).
    [',"3",,"4",', [3, 4]],
    // Weak tags never match strongly (RFC 9110, 8.8.3.2).
    ['W/"3"', []],
    ['W/"3", "4"', [4]],
    // Tags that are none of ours: another text, a comma inside, an empty one, another way to write a number.
    ['"abc", "a,b", "", "03", "1e1", "3"', [3]],
    ['"99999999999999999999"', []],
  ])("reads %j as the versions %j", (header, versions) => {
    expect(parseIfMatch(header)).toEqual(versions);
  });

  it.each(["3", "", ",", '"3', 'w/"3"', '"3" "4"', '"3", *', "*, *", '"3", 4', '"a b"'])("refuses %j", (header) => {
    expect(() => parseIfMatch(header)).toThrow("IF_MATCH_MALFORMED");
  });
});
