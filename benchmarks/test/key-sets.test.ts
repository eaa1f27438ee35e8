import { expect, test } from "vitest";
import { drawKeys } from "../src/limiter/key-sets.ts";

test("draws the same keys in the same order for everybody", () => {
  for (const set of ["hot", "zipf", "random"] as const) {
    expect(drawKeys(set, 0.01)).toEqual(drawKeys(set, 0.01));
  }
});

test("draws one key for the hot set, few often for the Zipf set, and all once for the random set", () => {
  expect(new Set(drawKeys("hot", 1)).size).toBe(1);
  const zipf = drawKeys("zipf", 0.1);
  const commonest = zipf.filter((key) => key === "client-0").length;
  expect(commonest).toBeGreaterThan(zipf.length / 20);
  expect(new Set(drawKeys("random", 0.001)).size).toBe(1_000);
  expect(drawKeys("random", 0.001)).not.toEqual(drawKeys("random", 0.001).toSorted());
});
