import type { BenchmarkContext } from "./benchmark.ts";
import type { RequestPlan } from "./load/request-plan.ts";
import { readUsage } from "./process/usage.ts";
import type { Reading } from "./series-book.ts";
import type { RunningSubject } from "./subject.ts";

/** As many as the targets are stated for. */
export const connections = 64;

const warmUpSeconds = 2;

export type ClosedLoopRound = {
  readonly requests: number;
  readonly errors: number;
  readonly readings: Readonly<Record<"cpu" | "rate", Reading>>;
};

/** Loads a server for one round and tells what each answer cost it. */
export async function measureRound(
  context: BenchmarkContext,
  server: RunningSubject,
  plan: RequestPlan,
): Promise<ClosedLoopRound> {
  const before = await readUsage(server.pid);
  const result = await context.generator.run({
    ...loadOf(context, server, plan),
    checkEveryStatus: context.isTrial === true,
  });
  const after = await readUsage(server.pid);
  const cpuMicros = ((after.cpuSeconds - before.cpuSeconds) * 1e6) / Math.max(1, result.requests);
  return {
    requests: result.requests,
    errors: result.errors,
    readings: {
      cpu: { unit: "µs", value: cpuMicros },
      rate: { unit: "/s", value: result.requests / result.seconds },
    },
  };
}

/**
 * Lets the compiler do its work before anything is measured, and looks at the status of every answer meanwhile, which
 * would cost the generator too much in a measured round.
 *
 * @returns How many answers there were; none in a trial.
 * @throws When an answer is not as expected, or there is none.
 */
export async function warmUp(context: BenchmarkContext, server: RunningSubject, plan: RequestPlan): Promise<number> {
  if (context.isTrial === true) return 0;
  const seconds = Math.min(warmUpSeconds, context.seconds);
  const result = await context.generator.run({ ...loadOf(context, server, plan), seconds, checkEveryStatus: true });
  if (result.errors === 0 && result.requests > 0) return result.requests;
  throw new Error(
    `${server.name}: ${result.errors} of ${result.requests} answers were not ${plan.expectedStatus} as they should be.`,
  );
}

function loadOf(context: BenchmarkContext, server: RunningSubject, plan: RequestPlan) {
  const { seconds, folder, signal } = context;
  return { origin: server.origin, plan, seconds, connections, core: context.cores?.load, folder, signal };
}
