import { setTimeout as pause } from "node:timers/promises";
import type { BenchmarkContext } from "../benchmark.ts";
import { measureLatency } from "../fixed-rate.ts";
import type { SeriesBook } from "../series-book.ts";
import type { RunningSubject } from "../subject.ts";
import { untilBegun, untilSettled } from "./books.ts";
import type { Killed } from "./fault.ts";
import { connections, plan, redirectsPerSecond } from "./follow.ts";
import { prepareClicking } from "./start-clicking.ts";

export const killCase =
  "kill -9 of the service under load: redirects that were answered, and clicks after the next start";

const loadSeconds = 3;
const killAfterMs = 2_000;
/** What every start asks for until it answers. */
const firstRedirect = 1;

/** Kills a service while redirects come, starts it again, and counts what is there of the clicks that were answered. */
export async function measureKill<Backends>(
  context: BenchmarkContext,
  killed: Killed<Backends>,
  backends: Backends,
  book: SeriesBook,
): Promise<void> {
  context.progress(`${killed.name}: the service is killed`);
  const { settings, inLog } = await killed.prepare(backends);
  const clicking = await prepareClicking(context, `killed-${killed.name.replace("=", "-")}`, settings);
  const first = await clicking.start();
  await untilBegun(context, first);
  const { answered, buffered } = await loadAndKill(context, first);
  await using server = await clicking.start();
  const stored = await untilSettled(context, server, inLog);
  const sent = firstRedirect + answered + firstRedirect;
  const count = (value: number) => ({ unit: "count", value }) as const;
  book.add(killCase, killed.name, {
    answered: count(sent),
    stored: count(stored),
    lost: count(Math.max(0, sent - stored)),
    "in its buffer, a moment before": count(buffered),
    kept: { unit: "%", value: (100 * stored) / sent },
  });
}

async function loadAndKill(context: BenchmarkContext, server: RunningSubject) {
  const loading = measureLatency(
    { ...context, seconds: loadSeconds },
    { server, plan, perSecond: redirectsPerSecond, connections },
  );
  await pause(killAfterMs, undefined, { signal: context.signal });
  const metrics = await server.metrics();
  process.kill(server.pid, "SIGKILL");
  const { requests, errors } = await loading;
  await server[Symbol.asyncDispose]();
  return { answered: requests - errors, buffered: metrics.get("narrows_clicks_buffered") ?? 0 };
}
