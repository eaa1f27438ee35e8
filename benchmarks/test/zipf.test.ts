import { expect, test } from "vitest";
import { drawZipf, seededRandom } from "../src/zipf.ts";

test("draws the first twice as often as the second and ten times as often as the tenth", () => {
  const draws = drawZipf(1000, 200_000, seededRandom(7));
  const times = (index: number): number => draws.filter((drawn) => drawn === index).length;
  expect(times(0) / times(1)).toBeCloseTo(2, 0);
  expect(times(0) / times(9)).toBeGreaterThan(8.5);
  expect(times(0) / times(9)).toBeLessThan(11.5);
});

test("draws numbers of the set only, the same ones for the same seed", () => {
  const draws = drawZipf(50, 5000, seededRandom(3));
  expect(Math.min(...draws)).toBe(0);
  expect(Math.max(...draws)).toBe(49);
  expect(drawZipf(50, 5000, seededRandom(3))).toEqual(draws);
  expect(drawZipf(50, 5000, seededRandom(4))).not.toEqual(draws);
});
