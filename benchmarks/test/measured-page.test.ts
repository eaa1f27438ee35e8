import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { discoverBenchmarks } from "../src/discover.ts";
import { readResults, renderMeasuredPage } from "../src/measured-page.ts";
import { resultsFolder } from "../src/result.ts";

const page = readFileSync(new URL("../../docs/reference/measured.md", import.meta.url), "utf8");

test("keeps the page of measured claims equal to the kept results", () => {
  expect(page).toBe(renderMeasuredPage(readResults(resultsFolder)));
});

test("has a kept result of every benchmark, without wrong answers and on a machine that is named", async () => {
  const results = readResults(resultsFolder);
  const names = (await discoverBenchmarks()).map(({ name }) => name);
  expect(results.map(({ benchmark }) => benchmark).toSorted()).toEqual(names.toSorted());
  for (const result of results) {
    expect(result.report.errors, result.benchmark).toBe(0);
    expect(result.machine.cpu).not.toBe("unknown");
    expect(page).toContain(`npm run bench -- ${result.benchmark}`);
  }
});
