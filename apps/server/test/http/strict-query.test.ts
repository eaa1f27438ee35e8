import { describe, expect, it } from "vitest";
import { strictQuery } from "../../src/http/strict-query.ts";

describe("strictQuery", () => {
  it("reads each parameter once, decoded", () => {
    expect(strictQuery("/x?q=a%2Bb+c&tag=%ED%95%9C&flag&e=")).toEqual({ q: "a+b c", tag: "한", flag: "", e: "" });
    expect(strictQuery("/x")).toEqual({});
    expect(strictQuery("/x?")).toEqual({});
  });

  it("keeps a parameter called __proto__ a plain one", () => {
    expect(Object.keys(strictQuery("/x?__proto__=1"))).toEqual(["__proto__"]);
  });

  it.each([
    ["/x?a=1&a=2", "REPEATED_PARAMETER"],
    ["/x?a=1&%61=2", "REPEATED_PARAMETER"],
    ["/x?a=%", "INVALID_PARAMETER"],
    ["/x?a=%c3%28", "INVALID_PARAMETER"],
    ["/x?%zz=1", "INVALID_PARAMETER"],
    ["/x?a=1&&b=2&", "REPEATED_PARAMETER"],
  ])("refuses %s as %s", (target, code) => {
    expect(() => strictQuery(target)).toThrow(code);
  });
});
