import type { BenchmarkContext } from "../benchmark.ts";
import { cpuWhile, measureLatency } from "../fixed-rate.ts";
import { codeOf } from "../link-set.ts";
import { followPlan, type RequestPlan } from "../load/request-plan.ts";
import { readUsage } from "../process/usage.ts";
import type { RunningSubject } from "../subject.ts";

/** Moderate, so that a p99 tells of the service and not of a queue in front of it. */
export const redirectsPerSecond = 2_000;
/** As many redirects as come while one waits for the outbox, with some to spare. */
export const connections = 1_000;

/** One link, followed by a browser, so that its clicks are described as people's are. */
export const plan: RequestPlan = {
  ...followPlan([`/${codeOf(0)}`]),
  headers: {
    "user-agent":
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "accept-language": "ko-KR,ko;q=0.9,en;q=0.8",
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    referer: "https://www.example.com/",
  },
};

/** Redirects at a fixed rate for so long: what they cost the server, and how long they took. */
export async function follow(context: BenchmarkContext, server: RunningSubject, seconds: number) {
  const stream = { server, plan, perSecond: redirectsPerSecond, connections };
  const { requests, errors, readings, cpu, threadCpu } = await cpuWhile(server, () =>
    measureLatency({ ...context, seconds }, stream),
  );
  const { residentMiB } = await readUsage(server.pid);
  return {
    answered: requests - errors,
    errors,
    readings: {
      cpu,
      // Where it cannot be told apart, that of all threads stands for it.
      "cpu of its thread": threadCpu ?? cpu,
      ...readings,
      memory: { unit: "MiB", value: residentMiB },
    },
  } as const;
}
