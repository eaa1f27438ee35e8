import { describe, expect, test } from "vitest";
import { runBenchmark } from "../src/bench.ts";
import { discoverBenchmarks } from "../src/discover.ts";
import { printResult } from "../src/print-result.ts";
import type { Result } from "../src/result.ts";

/** A second each: to see that they work. What they measure in it is nobody's business. */
const brief = { seconds: 1, rounds: 1, scale: 0.01, pin: false, isTrial: true };

describe.each(await discoverBenchmarks())("$name", (benchmark) => {
  test("runs, gets the right answers only, and reports all its figures", { timeout: 480_000 }, async () => {
    const result = await runBenchmark(benchmark, brief, () => undefined);
    expect(result.report.errors).toBe(0);
    if (isLeftOut(result)) return;
    expect(result.subjects.map(({ name }) => name)).toContain("narrows");
    expect(result.report.series.length).toBeGreaterThan(0);
    for (const series of result.report.series) expectFigures(series.figures);
    for (const claim of result.report.claims) expect(claim.measured, claim.text).toBeGreaterThan(0);
    expectReadable(result);
  });
});

/** What needs a program that is not installed here says so, and measures nothing. */
function isLeftOut({ missing, report }: Result): boolean {
  return report.series.length === 0 && missing.some((reason) => reason.endsWith("is not installed."));
}

function expectFigures(figures: Result["report"]["series"][number]["figures"]): void {
  for (const [name, { values }] of Object.entries(figures)) {
    expect(values, name).toHaveLength(1);
    expect(values[0], name).toBeGreaterThanOrEqual(0);
  }
}

function expectReadable(result: Result): void {
  const text = printResult(result);
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
  expect(text).toContain(result.machine.cpu);
  for (const { text: claim } of result.report.claims) expect(text).toContain(claim);
}
