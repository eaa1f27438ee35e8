import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { countLine, isGood, type Count } from "../../scripts/test/count.ts";

const run = promisify(execFile);
const runner = join(import.meta.dirname, "..", "..", "scripts", "test", "run-tests.ts");
const fixture = join(import.meta.dirname, "fixtures", "run");

/** Counts the fixture's tests in a process of its own, as a run inside this run would disturb both. */
async function countOf(...filters: readonly string[]): Promise<Count> {
  const program = `
    const { runTests } = await import(${JSON.stringify(runner)});
    const count = await runTests(${JSON.stringify(fixture)}, ${JSON.stringify(filters)});
    console.log("\\n" + JSON.stringify(count));
    process.exitCode = 0;
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], { cwd: fixture });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Count;
}

describe("the count of a run", () => {
  test.each([
    { name: "passed and skipped tests", filter: "passing", count: { passed: 2, failed: 0, skipped: 2 } },
    { name: "a failing test", filter: "failing", count: { passed: 0, failed: 1, skipped: 0 } },
    {
      name: "a file that does not load as one failure",
      filter: "unloadable",
      count: { passed: 0, failed: 1, skipped: 0 },
    },
    { name: "a failing hook as one failure", filter: "hook", count: { passed: 0, failed: 1, skipped: 1 } },
    {
      name: "an error that nobody caught as one failure",
      filter: "unhandled",
      count: { passed: 1, failed: 1, skipped: 0 },
    },
    { name: "nothing where no file matches", filter: "no-such-file", count: { passed: 0, failed: 0, skipped: 0 } },
  ])("has $name", { timeout: 120_000 }, async ({ filter, count }) => {
    expect(await countOf(filter)).toEqual(count);
  });

  test("is written as one line", () => {
    expect(countLine({ passed: 12, failed: 1, skipped: 3 })).toBe("12 passed, 1 failed, 3 skipped");
  });

  test("is good only when something passed and nothing failed", () => {
    expect(isGood({ passed: 1, failed: 0, skipped: 5 })).toBe(true);
    expect(isGood({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
    expect(isGood({ passed: 0, failed: 0, skipped: 9 })).toBe(false);
  });
});
