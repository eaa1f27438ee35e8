import { expect, test } from "vitest";
import { codeOf, destinationOf, pathsOf, unknownPath } from "../src/link-set.ts";

test("gives every link a code of seven characters that no other link and no unknown path has", () => {
  const count = 200_000;
  const paths = pathsOf(0, count);
  expect(new Set(paths).size).toBe(count);
  expect(paths.every((path) => /^\/[a-z0-9]{7}$/.test(path))).toBe(true);
  const known = new Set(paths);
  expect(Array.from({ length: 10_000 }, (_, index) => unknownPath(index)).some((path) => known.has(path))).toBe(false);
});

test("keeps codes exact up to its limit and refuses numbers above it", () => {
  expect(codeOf(5_000_000)).toMatch(/^b[a-z0-9]{6}$/);
  expect(() => codeOf(5_000_001)).toThrow(RangeError);
});

test("leads different links to different absolute destinations", () => {
  expect(new Set([0, 1, 97, 98].map(destinationOf)).size).toBe(4);
  expect(new URL(destinationOf(5)).href).toBe(destinationOf(5));
});
