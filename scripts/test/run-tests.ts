import { startVitest } from "vitest/node";
import { countTests, type Count } from "./count.ts";

/**
 * Runs the tests whose file names contain one of `filters`, or all, and prints vitest's own report.
 *
 * @param root The folder with vitest.config.ts.
 */
export async function runTests(root: string, filters: readonly string[]): Promise<Count> {
  const vitest = await startVitest([...filters], { root, watch: false });
  const count = countTests(vitest.state.getTestModules(), vitest.state.getUnhandledErrors());
  await vitest.close();
  return count;
}
