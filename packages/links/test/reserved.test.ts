import { codeStrategies, parseBase62, skipReserved } from "@narrows/codes";
import { describe, expect, it } from "vitest";
import { isCode } from "../src/code-form.ts";
import reservedCodes from "../src/reserved-codes.json" with { type: "json" };
import { isReserved } from "../src/reserved.ts";

const codes = reservedCodes.flatMap((group) => group.codes);

describe("reserved codes", () => {
  it.each(["healthz", "readyz", "metrics", "v1", "v2", "api", "robots", "favicon"])("keeps %s", (code) => {
    expect(isReserved(code)).toBe(true);
  });

  it.each(codes)("keeps %s in every letter case", (code) => {
    expect(isReserved(code)).toBe(true);
    expect(isReserved(code.toUpperCase())).toBe(true);
    expect(isReserved(code.charAt(0).toUpperCase() + code.slice(1))).toBe(true);
  });

  it.each(["", "healthz1", "v10", "v", "metric", "constructor", "__proto__", "toString", "abc1234"])(
    "leaves %j to everyone",
    (code) => {
      expect(isReserved(code)).toBe(false);
    },
  );

  it("lists each word once, in lower case, as a code, with a reason", () => {
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) {
      expect(code).toBe(code.toLowerCase());
      expect(isCode(code)).toBe(true);
    }
    for (const group of reservedCodes) expect(group.why.length).toBeGreaterThan(20);
  });
});

describe("counting codes", () => {
  it("passes over every run of reserved numbers, such as v1 to v9", async () => {
    let last = parseBase62("v0") - 1n;
    const numbers = codeStrategies.sequence({ nextNumber: () => Promise.resolve((last += 1n)) });
    const strategy = skipReserved(numbers, isReserved);
    const next = () => strategy.next({ destination: "https://example.com/", attempt: 0 });
    expect([await next(), await next()]).toEqual(["v0", "va"]);
  });
});
