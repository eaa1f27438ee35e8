import { expect, test } from "vitest";
import { median, medianRatio } from "../src/statistics.ts";

test("takes the middle of an odd number of rounds and the mean of the two middle ones of an even number", () => {
  expect(median([30, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 100])).toBe(3.5);
});

test("compares round with round, so that a slow minute which met both sides changes nothing", () => {
  const base = [10, 10, 40, 10];
  const own = [12, 12, 48, 12];
  expect(medianRatio(own, base)).toBeCloseTo(1.2);
});
