import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { hammerOneKey, oneKeyCase, oneKeyLimit } from "../limiter/hammer-one-key.ts";
import { measureAtHalf, halfCase } from "../limiter/measure-at-half.ts";
import { aloneCase, crowdedCase, measureClosed, wasAnsweredByRedis } from "../limiter/measure-closed.ts";
import { library, narrowsLimiter, redisServer } from "../limiter/participants.ts";
import { flexibleName, startRedisSubjects } from "../limiter/redis-subjects.ts";
import { atLeast, atMost, exactly, judgedIf, type Claim, type Report } from "../report.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { median, medianRatio } from "../statistics.ts";

/** Of p99 at half of the greatest rate; a generator that is later than this was not given its core. */
const mostMs = 5;

/** Decisions in Redis. */
export const benchmark: Benchmark = {
  name: "limiter-redis",
  title: "What a rate limiter's decision costs Redis and its client, how long it takes, and whether it is exact",
  subjects: [],
  participants: [
    narrowsLimiter("`await check(key)` of @narrows/limiter with redisStore(), fixed-window from the first request on"),
    library(
      "rate-limiter-flexible",
      "`await consume(key)` of RateLimiterRedis with rejectIfRedisNotReady and inMemoryBlockOnConsumed",
    ),
    library("ioredis", "the client of both, one connection for each process"),
    redisServer,
  ],
  loadedBy: "a loop in the subject's process",
  defaultSeconds: 2,
  run: runLimiterRedis,
};

async function runLimiterRedis(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  await using running = await startRedisSubjects(context);
  await measureClosed(context, running, book);
  let errors = await measureAtHalf(context, running, book);
  errors += await hammerOneKey(context, book);
  return { series: book.series(), claims: claimsOf(book), errors, notes };
}

function claimsOf(book: SeriesBook): readonly Claim[] {
  const values = (caseName: string, figure: string) => book.values(caseName, "narrows", figure);
  const ratio = (caseName: string, figure: string): number =>
    medianRatio(values(caseName, figure), book.values(caseName, flexibleName, figure));
  const isOnTime = median(values(halfCase, "late p99")) < mostMs;
  return [
    judgedIf(
      wasAnsweredByRedis(book, crowdedCase),
      atLeast(
        "Decisions for the CPU that Redis needs for one of rate-limiter-flexible's (512 in flight)",
        1 / ratio(crowdedCase, "redis cpu"),
        3,
      ),
    ),
    atMost("CPU of Redis for a decision against rate-limiter-flexible (1 in flight)", ratio(aloneCase, "redis cpu"), 1),
    atMost("p50 of a decision against rate-limiter-flexible (1 in flight)", ratio(aloneCase, "p50"), 1),
    judgedIf(
      isOnTime,
      atMost("p99 of a decision at half of the greatest rate", median(values(halfCase, "p99")), mostMs, "ms"),
    ),
    judgedIf(
      isOnTime,
      exactly(
        "Decisions at half of the greatest rate that Redis made",
        Math.min(...values(halfCase, "by redis")),
        100,
        "%",
      ),
    ),
    exactly(
      "Requests of one key that 8 processes let pass",
      farthestFrom(oneKeyLimit, values(oneKeyCase, "allowed")),
      oneKeyLimit,
      "count",
    ),
  ];
}

/** One round that lets too many pass is one too many, whatever the others did. */
function farthestFrom(limit: number, values: readonly number[]): number {
  const distance = (value: number): number => Math.abs(value - limit);
  return values.toSorted((a, b) => distance(b) - distance(a))[0] ?? Number.NaN;
}

const notes = [
  "redis cpu: used_cpu_user and used_cpu_sys of the main thread, from INFO, for each decision; cpu: of the client's whole process",
  "All limits but the one of 8 processes are so high that every request passes; keys are asked in random order, each again only after all others.",
  "A sliding-window-log remembers a tenth of a second here, the others count for an hour.",
  "Which of two subjects is slower at 1 in flight is told by the median of the ratios, round by round; below 1.0 is a matter of luck if the spread of the rounds is greater.",
  "At half of the greatest rate, a decision's time counts from the instant at which it should have been asked; our own deadline of 20 ms would hide a longer one, so what was decided in Redis's place is counted too.",
  "The 8 processes ask with a deadline of 5 s: what is given up may have been counted.",
];
