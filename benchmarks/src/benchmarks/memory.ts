import { setTimeout as sleep } from "node:timers/promises";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { measureRound } from "../closed-loop.ts";
import { interleave } from "../interleave.ts";
import { pathsOf } from "../link-set.ts";
import { followPlan } from "../load/request-plan.ts";
import { readUsage } from "../process/usage.ts";
import { atMost, type Report } from "../report.ts";
import { fillAll, scaled, startOn } from "../running-subjects.ts";
import { createSeriesBook, type Reading } from "../series-book.ts";
import { median } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";

const subjects = ["node-http", "narrows", "express-sqlite"];
const links = 100_000;
const firstStart = "idle: after the first start of all, without a compile cache";
const idle = "idle: after a start and one redirect";
const followed = "after every link was followed once";

/** Memory of the process. */
export const benchmark: Benchmark = {
  name: "memory",
  title: "How much memory an idle server needs, and how much more once 100,000 links were followed",
  subjects,
  defaultSeconds: 2,
  run: runMemory,
};

async function runMemory(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  const paths = pathsOf(0, scaled(context, links));
  const filled = await fillAll(context, subjects, paths.length);
  for (const { subject, folder } of filled) {
    context.progress(`first start: ${subject.name}`);
    await using server = await startOn(context, subject, folder);
    book.add(firstStart, subject.name, await settledMemory(context, server));
  }
  let errors = 0;
  await interleave(context.rounds, filled, async ({ subject, folder }, round) => {
    context.progress(`round ${round + 1}: ${subject.name}`);
    await using server = await startOn(context, subject, folder);
    book.add(idle, subject.name, await settledMemory(context, server));
    errors += await followAll(context, server, paths);
    book.add(followed, subject.name, await settledMemory(context, server));
  });
  const resident = (caseName: string): number => median(book.values(caseName, "narrows", "resident"));
  return {
    series: book.series(),
    claims: [
      atMost("Idle memory (resident)", resident(idle), 120, "MiB"),
      atMost("Idle memory (resident) at the first start, which compiles", resident(firstStart), 120, "MiB"),
    ],
    errors,
    notes: [
      `links followed: ${paths.length.toLocaleString("en")}`,
      "What the collector has not yet freed is counted: right after the load it is most of the growth.",
    ],
  };
}

/** A server that has just worked still holds what the next collection will free. */
async function settledMemory(context: BenchmarkContext, server: RunningSubject): Promise<Record<string, Reading>> {
  await sleep(context.seconds * 1000, undefined, { signal: context.signal });
  const { residentMiB, proportionalMiB } = await readUsage(server.pid);
  return {
    resident: { unit: "MiB", value: residentMiB },
    ...(proportionalMiB !== undefined && { proportional: { unit: "MiB", value: proportionalMiB } }),
  };
}

/** Second by second until every link was followed: a busy machine needs longer and follows no fewer. */
async function followAll(context: BenchmarkContext, server: RunningSubject, paths: readonly string[]): Promise<number> {
  let requests = 0;
  let errors = 0;
  while (requests < paths.length) {
    const measured = await measureRound({ ...context, seconds: 1 }, server, followPlan(paths, requests));
    if (measured.requests === 0) throw new Error(`${server.name} no longer answers.`);
    requests += measured.requests;
    errors += measured.errors;
  }
  return errors;
}
