import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pinTo } from "../process/child.ts";
import { runProgram } from "../process/run.ts";
import { numberIn } from "./load-result.ts";
import type { RequestPlan } from "./request-plan.ts";

const program = fileURLToPath(new URL("./open-loop-program.ts", import.meta.url));
const graceMs = 20_000;

/** Load at a fixed rate, whether the answers come or not. */
export type OpenLoopRequest = {
  readonly origin: string;
  readonly plan: RequestPlan;
  readonly perSecond: number;
  readonly seconds: number;
  readonly connections: number;
  readonly core: number | undefined;
  readonly folder: string;
  readonly signal: AbortSignal;
};

/**
 * Latencies count from the instant at which the schedule wanted the request sent, not from when it went out. The first
 * half second of the schedule, at most a quarter of it, is sent and counted but not timed: the generator only begins.
 */
export type OpenLoopResult = {
  /** Requests that the schedule held. */
  readonly planned: number;
  readonly requests: number;
  /** Failures, answers of another status, and requests given up because too many were waiting. */
  readonly errors: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** How late the generator itself was at the 99th percentile: a latency below it says nothing. */
  readonly lateP99Ms: number;
};

/** Runs one schedule in a process of its own. */
export async function runOpenLoop(request: OpenLoopRequest): Promise<OpenLoopResult> {
  const { signal, ...rest } = request;
  // Several run side by side.
  const file = join(request.folder, `open-loop-${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(rest));
  const command = [...pinTo(request.core), process.execPath, program, file];
  const { stdout } = await runProgram(command, request.seconds * 1000 + graceMs, signal);
  const printed: unknown = JSON.parse(stdout);
  return {
    planned: numberIn(printed, "planned"),
    requests: numberIn(printed, "requests"),
    errors: numberIn(printed, "errors"),
    p50Ms: numberIn(printed, "p50Ms"),
    p99Ms: numberIn(printed, "p99Ms"),
    maxMs: numberIn(printed, "maxMs"),
    lateP99Ms: numberIn(printed, "lateP99Ms"),
  };
}
