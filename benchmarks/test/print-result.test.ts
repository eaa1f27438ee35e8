import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { printResult } from "../src/print-result.ts";
import { atLeast, atMost, exactly } from "../src/report.ts";
import { saveResult, type Result } from "../src/result.ts";

const result: Result = {
  benchmark: "hot",
  title: "How hot",
  startedAt: "2026-11-30T00:00:00.000Z",
  commit: "abc",
  machine: { cpu: "Abacus", cores: 2, memoryMiB: 64, kernel: "K 1", platform: "linux x64", loadAverage: 0.1 },
  options: { seconds: 4, rounds: 3, scale: 1, pin: false },
  generator: "wrk 4",
  subjects: [{ name: "narrows", description: "ours", version: "1" }],
  missing: ["nginx is left out: nginx is not installed."],
  report: {
    series: [
      { case: "one link", subject: "node-http", figures: { cpu: { unit: "µs", values: [10, 30, 20] } } },
      { case: "one link", subject: "narrows", figures: { cpu: { unit: "µs", values: [12, 33, 23] } } },
    ],
    claims: [atMost("CPU", 1.15, 1.25), atLeast("Creates", 9000, 10_000, "/s")],
    errors: 0,
    notes: [],
  },
};

test("shows medians with least and most, the ratio round by round, and whether targets are met", () => {
  const text = printResult(result);
  expect(text).toMatch(/narrows +cpu 23\.0 µs \(12\.0–33\.0\) +1\.15 × node-http/);
  expect(text).toContain("CPU: 1.15 × (target: at most 1.25 ×: met)");
  expect(text).toContain("Creates: 9,000 /s (target: at least 10,000 /s: NOT met)");
  expect(text).toContain("nginx is left out");
  expect(text).toContain("2 × Abacus");
});

test("says whether a count is exactly what it should be", () => {
  const claimed = (measured: number): string =>
    printResult({ ...result, report: { ...result.report, claims: [exactly("Passes", measured, 2000, "count")] } });
  expect(claimed(2000)).toContain("Passes: 2,000 (target: exactly 2,000: met)");
  expect(claimed(1999)).toContain("Passes: 1,999 (target: exactly 2,000: NOT met)");
});

test("says that figures with wrong answers among them are invalid, and that a busy machine is busy", () => {
  expect(printResult(result)).not.toMatch(/INVALID|busy/);
  expect(printResult({ ...result, report: { ...result.report, errors: 3 } })).toContain("INVALID: 3 answers");
  expect(printResult({ ...result, machine: { ...result.machine, loadAverage: 1.5 } })).toContain("busy");
});

test("keeps a result as a small file that holds everything needed to judge it", () => {
  const folder = mkdtempSync(join(tmpdir(), "narrows-results-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = saveResult(result, folder);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(result);
});
