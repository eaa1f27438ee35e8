import type { BenchmarkContext } from "./benchmark.ts";
import { runOpenLoop, type OpenLoopResult } from "./load/open-loop.ts";
import type { RequestPlan } from "./load/request-plan.ts";
import { readMainThreadSeconds } from "./process/usage-proc.ts";
import { readUsage } from "./process/usage.ts";
import type { Reading, SeriesBook } from "./series-book.ts";
import { median } from "./statistics.ts";
import type { RunningSubject } from "./subject.ts";

const usualConnections = 32;

/** Its timer ticks every millisecond; a generator that is later than this was not given its core. */
const lateLimitMs = 5;

/** Whether the generator was on time in most rounds of each of these series, so that their latencies mean something. */
export function wasOnTime(book: SeriesBook, caseName: string, subjects: readonly string[]): boolean {
  return subjects.every((subject) => median(book.values(caseName, subject, "late p99")) <= lateLimitMs);
}

/** One stream of requests to one server. */
export type Stream = {
  readonly server: RunningSubject;
  readonly plan: RequestPlan;
  readonly perSecond: number;
  /** At most so many at once; more where answers are expected to take long. Default: 32. */
  readonly connections?: number;
};

export type FixedRateRound = {
  /** Of all streams. */
  readonly requests: number;
  readonly errors: number;
  readonly readings: Readonly<Record<"p50" | "p99" | "late p99", Reading>>;
};

/**
 * Sends one stream for a round while others run beside it, each from a process of its own, and tells the latency of the
 * first. `late p99` is the generator's own delay: a p99 below it says nothing about the server.
 */
export async function measureLatency(
  context: BenchmarkContext,
  stream: Stream,
  beside: readonly Stream[] = [],
): Promise<FixedRateRound> {
  const [measured, ...others] = await Promise.all([stream, ...beside].map((each) => sendStream(context, each)));
  if (measured === undefined) throw new Error("No stream was sent.");
  return {
    requests: sum([measured, ...others].map(({ requests }) => requests)),
    errors: sum([measured, ...others].map(({ errors }) => errors)),
    readings: {
      p50: { unit: "ms", value: measured.p50Ms },
      p99: { unit: "ms", value: measured.p99Ms },
      "late p99": { unit: "ms", value: measured.lateP99Ms },
    },
  };
}

/**
 * The CPU that a server uses for each answer while `work` sends all its streams to it: `cpu` of all its threads, and
 * `threadCpu` of the first alone, on Linux.
 */
export async function cpuWhile(
  server: RunningSubject,
  work: () => Promise<FixedRateRound>,
): Promise<FixedRateRound & { readonly cpu: Reading; readonly threadCpu: Reading | undefined }> {
  const before = { ...(await readUsage(server.pid)), threadSeconds: readMainThreadSeconds(server.pid) };
  const round = await work();
  const after = { ...(await readUsage(server.pid)), threadSeconds: readMainThreadSeconds(server.pid) };
  const each = (seconds: number): Reading => ({ unit: "µs", value: (seconds * 1e6) / Math.max(1, round.requests) });
  const threadCpu =
    after.threadSeconds === undefined || before.threadSeconds === undefined
      ? undefined
      : each(after.threadSeconds - before.threadSeconds);
  return { ...round, cpu: each(after.cpuSeconds - before.cpuSeconds), threadCpu };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sendStream(
  context: BenchmarkContext,
  { server, plan, perSecond, connections = usualConnections }: Stream,
): Promise<OpenLoopResult> {
  const { seconds, folder, signal } = context;
  const core = context.cores?.load;
  return runOpenLoop({ origin: server.origin, plan, perSecond, seconds, connections, core, folder, signal });
}
