import { expect, test } from "vitest";
import { parsePrometheus } from "../src/prometheus-text.ts";
import { grownTogether, histogramQuantile } from "../src/workload/histogram-quantile.ts";

function histogram(upTo1: number, upTo2: number, all: number): ReadonlyMap<string, number> {
  return parsePrometheus(
    [`h_bucket{le="1"} ${upTo1}`, `h_bucket{le="2"} ${upTo2}`, `h_bucket{le="+Inf"} ${all}`, `h_count ${all}`].join(
      "\n",
    ),
  );
}

test("finds a quantile within its bucket, as if values lay evenly in it", () => {
  expect(histogramQuantile(histogram(50, 100, 100), "h", 0.5)).toBe(1);
  expect(histogramQuantile(histogram(50, 100, 100), "h", 0.75)).toBe(1.5);
  expect(histogramQuantile(histogram(0, 100, 100), "h", 0.1)).toBeCloseTo(1.1);
});

test("knows nothing beyond the last bound, and nothing where nothing was counted", () => {
  expect(histogramQuantile(histogram(50, 60, 100), "h", 0.99)).toBe(2);
  expect(histogramQuantile(histogram(0, 0, 0), "h", 0.5)).toBeNaN();
  expect(histogramQuantile(histogram(1, 1, 1), "another", 0.5)).toBeNaN();
});

test("tells by how much the samples of several servers have grown together", () => {
  const grown = grownTogether([histogram(1, 2, 3), new Map()], [histogram(2, 4, 6), histogram(10, 10, 10)]);
  expect([...grown.values()]).toEqual([11, 12, 13, 13]);
});
