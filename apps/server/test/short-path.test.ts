import { describe, expect, it } from "vitest";
import { codeOf } from "../src/short-path.ts";

describe("codeOf", () => {
  it.each([
    ["/AbC123Z", "AbC123Z"],
    ["/my-promo_2", "my-promo_2"],
    ["/abc?utm=/x#y", "abc"],
    ["/abc#top", "abc"],
    ["/%41bc", "Abc"],
    [`/${"a".repeat(64)}`, "a".repeat(64)],
  ])("reads %s", (target, code) => {
    expect(codeOf(target)).toBe(code);
  });

  it.each([
    "/",
    "/a/b",
    "//abc",
    "/abc/",
    "/a%2Fb",
    "/a%2fb",
    "/a.b",
    "/a%2Eb",
    "/a b",
    "/a%20b",
    "/%ED%95%9C",
    "/\u00ed",
    "/%",
    "/%zz",
    "/%c3%28",
    "/%00abc",
    "/%2541bc",
    "/abc+",
    "/..",
    `/${"a".repeat(65)}`,
    `/${"a".repeat(10_000)}`,
  ])("finds no code in %s", (target) => {
    expect(codeOf(target)).toBeUndefined();
  });
});
