import { expect, test } from "vitest";
import { quantile } from "../src/limiter/quantile.ts";

test("finds the value that so many are not above", () => {
  const values = [5, 1, 4, 2, 3];
  expect(quantile(values, 0.5)).toBe(3);
  expect(quantile(values, 0.99)).toBe(5);
  expect(quantile(values, 1)).toBe(5);
  expect(quantile([7], 0.5)).toBe(7);
  expect(quantile([], 0.5)).toBeNaN();
});
