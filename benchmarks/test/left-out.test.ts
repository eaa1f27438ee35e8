import { expect, test } from "vitest";
import { runBenchmark } from "../src/bench.ts";
import type { Benchmark } from "../src/benchmark.ts";
import { printResult } from "../src/print-result.ts";

const brief = { seconds: 1, rounds: 1, scale: 0.01, pin: false, isTrial: true };

function needing(reason: string | undefined): Benchmark {
  const participant = {
    name: "teapot",
    description: "brews",
    version: async () => "1.0",
    missing: async () => reason,
  };
  return {
    name: "tea",
    title: "Whether there is tea",
    subjects: [],
    participants: [participant],
    loadedBy: "a thirst",
    defaultSeconds: 1,
    run: async () => ({ series: [], claims: [], errors: 0, notes: ["it was measured"] }),
  };
}

test("leaves a benchmark out where a participant is missing, and says why", async () => {
  const result = await runBenchmark(needing("teapot is not installed"), brief, () => undefined);
  expect(result.missing).toEqual(["tea is left out: teapot is not installed."]);
  expect(result.subjects).toEqual([]);
  expect(printResult(result)).not.toContain("it was measured");
});

test("names the participants that a benchmark brings, and what has made the load", async () => {
  const result = await runBenchmark(needing(undefined), brief, () => undefined);
  expect(result.subjects).toEqual([{ name: "teapot", description: "brews", version: "1.0" }]);
  expect(printResult(result)).toMatch(/load from a thirst\n {2}teapot 1\.0: brews/);
  expect(result.report.notes).toEqual(["it was measured"]);
});
