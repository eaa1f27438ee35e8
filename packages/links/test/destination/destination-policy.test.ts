import { describe, expect, it } from "vitest";
import { lenient, policy, refusal } from "./policies.ts";

describe("what an author may write", () => {
  it.each([
    ["//example.com/", "DESTINATION_NOT_ABSOLUTE"],
    ["/path", "DESTINATION_NOT_ABSOLUTE"],
    ["example.com", "DESTINATION_NOT_ABSOLUTE"],
    ["", "DESTINATION_NOT_ABSOLUTE"],
    ["http://", "DESTINATION_NOT_ABSOLUTE"],
    ["https://example.com:65536/", "DESTINATION_NOT_ABSOLUTE"],
    ["example.com:8080/x", "DESTINATION_SCHEME"],
    ["localhost:3000", "DESTINATION_SCHEME"],
    ["javascript:alert(1)", "DESTINATION_SCHEME"],
    ["java\nscript:alert(1)", "DESTINATION_SCHEME"],
    [" \tjavascript://example.com/%0aalert(1)", "DESTINATION_SCHEME"],
    ["data:text/html,x", "DESTINATION_SCHEME"],
    ["ftp://example.com/", "DESTINATION_SCHEME"],
    ["https://user@example.com/", "DESTINATION_CREDENTIALS"],
    ["https://:pass@example.com/", "DESTINATION_CREDENTIALS"],
    ["https://sho.rt@example.com/", "DESTINATION_CREDENTIALS"],
  ])("refuses %j with %s", (longUrl, code) => {
    expect(refusal(longUrl)).toBe(code);
  });

  it.each("\u0000\t\n\r\u001b\u001f\u007f\u0085\u009b".split(""))(
    "refuses the control character %j wherever it stands, rather than mend the address",
    (control) => {
      for (const longUrl of [
        `${control}https://example.com/`,
        `https://example.com/a${control}b`,
        `https://example.com/?a=${control}`,
        `https://example.com/#a${control}`,
        `https://example.com/${control}`,
      ]) {
        expect(refusal(longUrl), longUrl).toBe(firstOf(longUrl));
        expect(refusal(longUrl, lenient), longUrl).toBe(firstOf(longUrl));
      }
      expect(refusal(`https://exam${control}ple.com/`)).toBe(firstOf(`https://exam${control}ple.com/`));
    },
  );

  it("names the field that it was asked to name", () => {
    expect(() => policy.check("x")).toThrow(expect.objectContaining({ field: "longUrl" }));
    expect(() => policy.check("x", "rows[3].longUrl")).toThrow(expect.objectContaining({ field: "rows[3].longUrl" }));
  });

  it("keeps 8,192 bytes whole and refuses one more", () => {
    const longest = `https://example.com/${"x".repeat(8_192 - 20)}`;
    expect(policy.check(longest)).toBe(longest);
    expect(refusal(`${longest}x`)).toBe("DESTINATION_TOO_LONG");
  });

  it("counts bytes and not characters, as written and as sent", () => {
    expect(refusal(`https://example.com/?q=${"가".repeat(2_800)}`)).toBe("DESTINATION_TOO_LONG");
    expect(refusal(`https://example.com/?q=${"가".repeat(1_000)}`)).toBe("DESTINATION_TOO_LONG");
    expect(policy.check(`https://example.com/?q=${"가".repeat(900)}`)).toHaveLength(23 + 900 * 9);
    expect(refusal(`https://example.com/${"./".repeat(5_000)}`)).toBe("DESTINATION_TOO_LONG");
    expect(refusal(`https://${"ａ".repeat(2_800)}.example/`)).toBe("DESTINATION_TOO_LONG");
  });

  it("accepts a user name and password where they are allowed, as written", () => {
    for (const longUrl of ["https://user:p%40ss@example.com/", "https://user@EXAMPLE.com", "http://a:@example.com/'"]) {
      expect(lenient.check(longUrl)).toBe(longUrl);
    }
  });
});

/** What is no URL at all even for the parser, which drops some controls, is called so. */
function firstOf(longUrl: string): string {
  return URL.canParse(longUrl) ? "DESTINATION_CONTROL" : "DESTINATION_NOT_ABSOLUTE";
}
