import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bases, lenient, policy, refusal } from "./policies.ts";

fc.configureGlobal({ seed: 301 });

describe("any destination", () => {
  const webUrl = fc.webUrl({
    withQueryParameters: true,
    withFragments: true,
    authoritySettings: { withPort: true, withIPv4: true },
    size: "medium",
  });
  const asciiUrl = fc
    .tuple(fc.constantFrom("http://", "https://"), fc.string({ minLength: 1, maxLength: 60 }))
    .map(([scheme, rest]) => `${scheme}example.com/${rest}`);
  const anything = fc.oneof(
    fc.webUrl(),
    asciiUrl,
    fc.string({ unit: "binary" }),
    fc
      .tuple(fc.constantFrom("http:", "https:", "http:/", "HTTPS://", " https://"), fc.string({ unit: "binary" }))
      .map((parts) => parts.join("")),
    fc
      .array(fc.constantFrom("http", ":", "/", "\\", "@", "a.example", "0x7f.1", "?", "#", "[::1]", "\t", "가"))
      .map((parts) => parts.join("")),
  );

  it("goes out as it came in when a web address generator made it", () => {
    fc.assert(
      fc.property(webUrl, (longUrl) => {
        expect(lenient.check(longUrl)).toBe(longUrl);
      }),
      { numRuns: 1_000 },
    );
  });

  it("goes out as it came in, whatever printable characters follow the host", () => {
    const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((n) => String.fromCharCode(n)) });
    fc.assert(
      fc.property(printable, (rest) => {
        expect(policy.check(`https://example.com/${rest}`)).toBe(`https://example.com/${rest}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is safe in a header, leads to the same place from everywhere, and passes again unchanged", () => {
    let accepted = 0;
    fc.assert(
      fc.property(anything, (longUrl) => {
        if (refusal(longUrl, lenient) !== undefined) return;
        accepted += 1;
        const location = lenient.check(longUrl);
        const { href } = new URL(longUrl);
        expect(location).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
        for (const base of [undefined, ...bases]) expect(new URL(location, base).href).toBe(href);
        expect(lenient.check(location)).toBe(location);
      }),
      { numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(1_500);
  });
});
