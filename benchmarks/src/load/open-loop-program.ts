import { readFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { createHistogram } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { OpenLoopRequest } from "./open-loop.ts";

/** Runs as a process of its own: `open-loop-program.ts FILE`, where FILE holds an OpenLoopRequest as JSON. */
const load = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Omit<OpenLoopRequest, "signal">;
const { plan } = load;

/** Beyond this many unanswered requests the server is lost anyway, and our memory with it. */
const mostWaiting = 20_000;
const answerWithinMs = 5_000;
/** After the last request was due. Whoever waits in line for a connection by then gets no answer any more. */
const endWithinMs = 10_000;
const nsPerMs = 1e6;
const secondsUntimed = 0.5;
const mostUntimed = 0.25;

const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
const url = new URL(load.origin);
const latency = createHistogram();
const lateness = createHistogram();
const planned = Math.round(load.perSecond * load.seconds);
/** This process begins with code that is yet to be compiled and with no connections: what it measures then is itself. */
const untimed = Math.round(Math.min(load.perSecond * secondsUntimed, planned * mostUntimed));
const allDone = Promise.withResolvers<void>();
let requests = 0;
let errors = 0;
let waiting = 0;

await sendOnSchedule();
const timer = setTimeout(allDone.resolve, endWithinMs);
await allDone.promise;
clearTimeout(timer);
process.stdout.write(JSON.stringify(summary()));
agent.destroy();

async function sendOnSchedule(): Promise<void> {
  const startedAt = performance.now();
  let turn = 0;
  while (turn < planned) {
    const intendedAt = startedAt + (turn * 1000) / load.perSecond;
    const lateMs = performance.now() - intendedAt;
    if (lateMs < 0) {
      await sleep(1);
      continue;
    }
    if (turn >= untimed) lateness.record(positiveNs(lateMs));
    if (waiting < mostWaiting) sendOne(turn, intendedAt);
    else finish(false);
    turn += 1;
  }
}

function sendOne(turn: number, intendedAt: number): void {
  const path = plan.paths[(plan.firstPath + turn) % plan.paths.length] ?? "/";
  const body = plan.method === "POST" ? plan.body.replace("{n}", String(plan.firstNumber + turn)) : "";
  const headers = body === "" ? plan.headers : { ...plan.headers, "content-length": Buffer.byteLength(body) };
  waiting += 1;
  const outgoing = httpRequest({ agent, hostname: url.hostname, port: url.port, method: plan.method, path, headers });
  outgoing.setTimeout(answerWithinMs, () => outgoing.destroy(new Error("timed out")));
  outgoing.on("close", () => (waiting -= 1));
  outgoing.on("error", () => finish(false));
  outgoing.on("response", (response) => {
    response.resume();
    response.on("error", () => finish(false));
    response.on("end", () => {
      if (turn >= untimed) latency.record(positiveNs(performance.now() - intendedAt));
      finish(response.statusCode === plan.expectedStatus);
    });
  });
  outgoing.end(body);
}

function finish(isExpected: boolean): void {
  requests += 1;
  if (!isExpected) errors += 1;
  if (requests === planned) allDone.resolve();
}

/** A histogram takes whole numbers from 1. */
function positiveNs(ms: number): number {
  return Math.max(1, Math.round(ms * nsPerMs));
}

function summary() {
  return {
    planned,
    requests: planned,
    errors: errors + Math.max(0, planned - requests),
    p50Ms: latency.percentile(50) / nsPerMs,
    p99Ms: latency.percentile(99) / nsPerMs,
    maxMs: latency.count === 0 ? 0 : latency.max / nsPerMs,
    lateP99Ms: lateness.percentile(99) / nsPerMs,
  };
}
