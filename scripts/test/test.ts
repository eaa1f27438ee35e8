import { join } from "node:path";
import { runSteps } from "../check/run-steps.ts";
import { steps } from "../check/step.ts";
import { countLine, isGood } from "./count.ts";
import { runTests } from "./run-tests.ts";

/**
 * `npm test`: every check and every test. The last line on stdout is the count; a failed check counts as a failure.
 *
 * Arguments select test files as they do for vitest: `npm test -- packages/codes`.
 */
export async function main(): Promise<void> {
  const root = join(import.meta.dirname, "..", "..");
  const checks = await runSteps(
    steps.filter((step) => step.isTest !== true),
    { root, env: process.env, say: (text) => console.log(text) },
  );
  const tests = await runTests(root, process.argv.slice(2));
  const total = { ...tests, failed: tests.failed + checks.failed };
  process.exitCode = isGood(total) ? 0 : 1;
  console.log(countLine(total));
}
