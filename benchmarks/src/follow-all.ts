import type { BenchmarkContext } from "./benchmark.ts";
import { warmUp } from "./closed-loop.ts";
import { followPlan } from "./load/request-plan.ts";
import type { RunningSubject } from "./subject.ts";

/**
 * Follows every one of `paths` before anything is measured, so that a memory cache is full of them. None in a trial.
 *
 * @throws When an answer is not a redirect, or there is none.
 */
export async function followAll(
  context: BenchmarkContext,
  server: RunningSubject,
  paths: readonly string[],
): Promise<void> {
  let followed = 0;
  while (followed < paths.length) {
    const answers = await warmUp(context, server, followPlan(paths, followed));
    if (answers === 0) return;
    followed += answers;
  }
}
