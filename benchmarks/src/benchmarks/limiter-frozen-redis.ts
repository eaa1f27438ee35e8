import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { startAsked, type AskedProgram } from "../limiter/asked-program.ts";
import { hangingAskers } from "../limiter/hanging-askers.ts";
import type { Asked, HangingAnswer, HangingOrder, HangingSetup } from "../limiter/hanging-program.ts";
import { library, narrowsLimiter, redisServer } from "../limiter/participants.ts";
import { quantile } from "../limiter/quantile.ts";
import { startRedis, type RedisUnderTest } from "../limiter/redis-under-test.ts";
import { atMost, type Report } from "../report.ts";
import { createSeriesBook, type Reading } from "../series-book.ts";
import { median } from "../statistics.ts";

const program = fileURLToPath(new URL("../limiter/hanging-program.ts", import.meta.url));
const names = [...hangingAskers.keys()];
const ours = names.filter((name) => name.startsWith("narrows"));
const settleMs = 500;
/** A breaker's cool-down is no longer than its store has failed. */
const afterMs = 1_000;
/** Our deadline, and the quarter more that a process gets which was busy itself. */
const mostMs = 25;

/** Decisions while Redis hangs. */
export const benchmark: Benchmark = {
  name: "limiter-frozen-redis",
  title: "How long requests wait for a rate limiter whose Redis hangs, and when Redis decides again",
  subjects: [],
  participants: [
    narrowsLimiter("`await check(key)` of @narrows/limiter with redisStore() and each onFailure"),
    library(
      "rate-limiter-flexible",
      "RateLimiterRedis alone, with insuranceLimiter, and with RLWrapperTimeouts of 20 ms too",
    ),
    library("express-rate-limit", "in an Express 5 app asked over HTTP, with the obvious store of one script in Redis"),
    library("ioredis", "the client of all"),
    { ...redisServer, description: "one server for all, stopped by SIGSTOP" },
  ],
  loadedBy: "a timer in each subject's process",
  defaultSeconds: 2,
  run: runLimiterFrozenRedis,
};

type Subject = { readonly name: string; readonly asked: AskedProgram<HangingOrder, HangingAnswer> };

async function runLimiterFrozenRedis(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  const caseName = `Redis stopped for ${context.seconds} s, each subject asked 100 times a second`;
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startRedis(context, "frozen"));
  const subjects = names.map((name): Subject => ({ name, asked: stack.use(start(context, name, redis.port)) }));
  let missing = 0;
  for (let round = 0; round < context.rounds; round++) {
    context.progress(`round ${round + 1}: all at the same time`);
    const { frozenAt, thawedAt, answers } = await freezeOnce(context, redis, subjects);
    for (const [at, { name }] of subjects.entries()) {
      const answer = answers[at];
      missing += answer?.missing ?? 0;
      book.add(caseName, name, readingsOf(answer?.asked ?? [], frozenAt, thawedAt));
    }
  }
  const worst = (name: string, figure: string): number => median(book.values(caseName, name, figure));
  return {
    series: book.series(),
    claims: ours.map((name) =>
      atMost(`p99 of a decision while Redis hangs (${name})`, worst(name, "p99"), mostMs, "ms"),
    ),
    errors: missing,
    notes,
  };
}

const notes = [
  "All subjects run at the same time, each in a process of its own, so that they meet the same stop.",
  "p50, p99, max: of what was asked while Redis was stopped; what waits for its return is answered after it",
  "in place: answered by something else than Redis meanwhile; failed: rejected, or answered with an error",
  "back: from the return of Redis to the first answer that it counted for a request that came after it",
];

function start({ cores, signal }: BenchmarkContext, asker: string, port: number): Subject["asked"] {
  const setup: HangingSetup = { asker, port };
  return startAsked({ file: program, setup, core: cores?.load, signal });
}

async function freezeOnce({ seconds, signal }: BenchmarkContext, redis: RedisUnderTest, subjects: readonly Subject[]) {
  await Promise.all(subjects.map(({ asked }) => asked.ask({ kind: "start" })));
  await sleep(settleMs, undefined, { signal });
  const frozenAt = now();
  redis.freeze();
  await sleep(seconds * 1000, undefined, { signal });
  redis.thaw();
  const thawedAt = now();
  await sleep(seconds * 1000 + afterMs, undefined, { signal });
  const answers = await Promise.all(subjects.map(({ asked }) => asked.ask({ kind: "stop" })));
  return { frozenAt, thawedAt, answers };
}

function readingsOf(asked: readonly Asked[], frozenAt: number, thawedAt: number): Record<string, Reading> {
  const during = asked.filter(({ askedAt }) => askedAt >= frozenAt && askedAt < thawedAt);
  const waits = during.map(({ askedAt, answeredAt }) => answeredAt - askedAt);
  const backs = asked.filter(({ askedAt, by }) => askedAt >= thawedAt && by === "store");
  const backAt = Math.min(...backs.map(({ answeredAt }) => answeredAt));
  return {
    p50: { unit: "ms", value: quantile(waits, 0.5) },
    p99: { unit: "ms", value: quantile(waits, 0.99) },
    max: { unit: "ms", value: quantile(waits, 1) },
    "in place": { unit: "count", value: during.filter(({ by }) => by === "other").length },
    failed: { unit: "count", value: during.filter(({ by }) => by === "nobody").length },
    ...(backs.length > 0 && { back: { unit: "ms" as const, value: backAt - thawedAt } }),
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
