import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { measureRound, warmUp } from "../closed-loop.ts";
import { interleave } from "../interleave.ts";
import { library, narrowsLimiter } from "../limiter/participants.ts";
import { followPlan } from "../load/request-plan.ts";
import { pinTo } from "../process/child.ts";
import { atMost, type Report } from "../report.ts";
import { createSeriesBook } from "../series-book.ts";
import { startServer } from "../start-server.ts";
import { medianRatio } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";

const program = fileURLToPath(new URL("../limiter/express-program.ts", import.meta.url));
const ours = "narrows";
const theirs = "express-rate-limit";
const theirsWithDraft = "express-rate-limit, draft-8 headers";
const kinds = ["bare express", ours, "narrows, legacy headers too", theirs, theirsWithDraft];
const caseName = "64 connections from one address, all allowed";

/** Middleware of Express. */
export const benchmark: Benchmark = {
  name: "limiter-express",
  title: "What a request costs an Express 5 app without a rate limit, and with one in memory",
  subjects: [],
  participants: [
    narrowsLimiter("limitRequests of @narrows/limiter/express with memoryStore(), headers of draft-11"),
    library("express-rate-limit", "with its own MemoryStore and its default headers, X-RateLimit-*"),
    library("express", "answers one constant 302"),
  ],
  defaultSeconds: 4,
  run: runLimiterExpress,
};

async function runLimiterExpress(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  const plan = followPlan(["/"]);
  let errors = 0;
  await using stack = new AsyncDisposableStack();
  const servers: RunningSubject[] = [];
  for (const kind of kinds) servers.push(stack.use(await start(context, kind)));
  for (const server of servers) await warmUp(context, server, plan);
  await interleave(context.rounds, servers, async (server, round) => {
    context.progress(`round ${round + 1}: ${server.name}`);
    const measured = await measureRound(context, server, plan);
    errors += measured.errors;
    book.add(caseName, server.name, measured.readings);
  });
  const ratio = (other: string): number =>
    medianRatio(book.values(caseName, ours, "cpu"), book.values(caseName, other, "cpu"));
  return {
    series: book.series(),
    claims: [
      atMost("CPU of a request behind our limit against express-rate-limit", ratio(theirs), 1),
      atMost(
        "CPU of a request behind our limit against express-rate-limit with headers of a draft too",
        ratio(theirsWithDraft),
        1,
      ),
    ],
    errors,
    notes: ["Both headers of a draft are fields with structure; those of draft-8 hold a hash of the client besides."],
  };
}

async function start(context: BenchmarkContext, kind: string): Promise<RunningSubject> {
  const folder = join(context.folder, kind.replaceAll(/\W+/g, "-"));
  mkdirSync(folder);
  const options = { folder, wrapper: pinTo(context.cores?.server), settings: {}, signal: context.signal };
  return startServer(kind, options, (port) => ({ command: process.execPath, args: [program, String(port), kind] }));
}
