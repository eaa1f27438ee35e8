import { setTimeout as sleep } from "node:timers/promises";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { connections, measureRound, warmUp } from "../closed-loop.ts";
import { createPlan } from "../create-plan.ts";
import { interleave } from "../interleave.ts";
import { codeOf } from "../link-set.ts";
import { followPlan, type RequestPlan } from "../load/request-plan.ts";
import { atMost, type Report } from "../report.ts";
import { fillFolder, startOn, subjectNamed } from "../running-subjects.ts";
import { createSeriesBook } from "../series-book.ts";
import { medianRatio } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";

const links = 1_000;
const mostRatio = 1.1;
const readyWithinMs = 30_000;

/** One process against two behind one port. */
export const benchmark: Benchmark = {
  name: "workers",
  title: "What a request costs with WORKERS=2, its primary and writer included, against WORKERS=1",
  subjects: ["narrows"],
  defaultSeconds: 4,
  run: runWorkers,
};

type Case = { readonly name: string; readonly planOf: (server: RunningSubject, round: string) => RequestPlan };

const cases: readonly Case[] = [
  { name: `hot redirects, ${connections} kept connections`, planOf: () => followPlan([`/${codeOf(0)}`]) },
  { name: `creates, ${connections} kept connections`, planOf: createPlan },
];

async function runWorkers(context: BenchmarkContext): Promise<Report> {
  await using stack = new AsyncDisposableStack();
  const one = stack.use(await start(context, 1));
  const two = stack.use(await start(context, 2));
  const subjects = [
    { name: "one worker", server: one },
    { name: "two workers", server: two },
  ];
  const book = createSeriesBook();
  let errors = 0;
  for (const { name, planOf } of cases) {
    for (const { server } of subjects) await warmUp(context, server, planOf(server, "warm"));
    await interleave(context.rounds, subjects, async (subject, round) => {
      context.progress(`${name}, round ${round + 1}: ${subject.name}`);
      const measured = await measureRound(context, subject.server, planOf(subject.server, `round-${round}`));
      errors += measured.errors;
      book.add(name, subject.name, measured.readings);
    });
  }
  const cpuOf = (name: string, subject: string): readonly number[] => book.values(name, subject, "cpu");
  const claims = cases.map(({ name }) => {
    const ratio = medianRatio(cpuOf(name, "two workers"), cpuOf(name, "one worker"));
    return atMost(`CPU of two workers against one (${name})`, ratio, mostRatio);
  });
  return {
    series: book.series(),
    claims,
    errors,
    notes: ["CPU is that of all processes of a server. On two cores the load takes one, so the rate says little."],
  };
}

async function start(context: BenchmarkContext, workers: number): Promise<RunningSubject> {
  const narrows = subjectNamed(context, "narrows");
  const folder = await fillFolder(context, narrows, links, `workers-${workers}`);
  const server = await startOn(context, narrows, folder, { WORKERS: String(workers) });
  if (workers > 1) await allReady(context, server, workers);
  return server;
}

/** The first worker answers before the others are there. */
async function allReady({ signal }: BenchmarkContext, server: RunningSubject, workers: number): Promise<void> {
  const endsAtMs = performance.now() + readyWithinMs;
  while ((await server.metrics()).get('narrows_workers{state="ready"}') !== workers) {
    if (performance.now() > endsAtMs) throw new Error(`Not all of ${workers} workers are ready.`);
    await sleep(100, undefined, { signal });
  }
}
