import { setTimeout as sleep } from "node:timers/promises";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import { pathsOf } from "../link-set.ts";
import { runOpenLoop } from "../load/open-loop.ts";
import { followPlan } from "../load/request-plan.ts";
import { readUsage } from "../process/usage.ts";
import { atMost, type Report } from "../report.ts";
import { fillAll, scaled, startOn } from "../running-subjects.ts";
import { createSeriesBook, type Reading } from "../series-book.ts";
import { median } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";

const subjects = ["node-http", "narrows", "express-sqlite"];
const links = 100_000;
const perSecond = 5000;
const idle = "idle: after the start and one redirect";
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
  let errors = 0;
  await interleave(
    context.rounds,
    await fillAll(context, subjects, paths.length),
    async ({ subject, folder }, round) => {
      context.progress(`round ${round + 1}: ${subject.name}`);
      await using server = await startOn(context, subject, folder);
      book.add(idle, subject.name, await settledMemory(context, server));
      errors += await followAll(context, server, paths);
      book.add(followed, subject.name, await settledMemory(context, server));
    },
  );
  const resident = median(book.values(idle, "narrows", "resident"));
  return {
    series: book.series(),
    claims: [atMost("Idle memory (resident)", resident, 120, "MiB")],
    errors,
    notes: [`followed: ${paths.length.toLocaleString("en")} links, ${perSecond.toLocaleString("en")} a second`],
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

async function followAll(context: BenchmarkContext, server: RunningSubject, paths: readonly string[]): Promise<number> {
  const { folder, signal } = context;
  const load = { origin: server.origin, plan: followPlan(paths), perSecond, connections: 64, folder, signal };
  return (await runOpenLoop({ ...load, seconds: paths.length / perSecond, core: context.cores?.load })).errors;
}
