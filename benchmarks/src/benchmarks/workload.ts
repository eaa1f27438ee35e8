import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { warmUp } from "../closed-loop.ts";
import { createPlan } from "../create-plan.ts";
import { measureLatency, wasOnTime, type Stream } from "../fixed-rate.ts";
import { followAll } from "../follow-all.ts";
import { redisServer } from "../limiter/participants.ts";
import { startRedis } from "../limiter/redis-under-test.ts";
import { codeOf, pathsOf } from "../link-set.ts";
import { followPlan } from "../load/request-plan.ts";
import { fillPostgres } from "../postgres/fill-postgres.ts";
import { postgresServer, startOnPostgres, startPostgres } from "../postgres/postgres-under-test.ts";
import { atLeast, atMost, judgedIf, type Report } from "../report.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";
import { subject as narrows } from "../subjects/narrows.ts";
import { grownTogether, histogramQuantile } from "../workload/histogram-quantile.ts";
import { readAll, watchHits, watchHitsInParts } from "../workload/hit-curve.ts";
import { drawZipf, seededRandom } from "../zipf.ts";

const links = 20_000;
/** Too little for all links, so that memory answers about 90 % of what Zipf's law asks for, and never more. */
const cacheSize = "8MiB";
const seed = 20_261_130;
const draws = 200_000;
/** A tenth of the peak that the service is designed for: 20,000 redirects and 200 creates a second. */
const redirectsPerSecond = 1_000;
const createsPerSecond = 20;
/** Asked beside all others, each of a kind that is known to be found in one place. */
const knownPerSecond = { memory: 50, redis: 20, postgres: 20 } as const;
const curveParts = 6;
const warmShare = 90;
const mostWarmUps = 20;

const hopCase = "2,000 redirects a second of links by Zipf's law through two processes, and 20 creates";
const ownCase = "the same by the processes' own histograms";
const curveCase = "where links were found";
const streamNames = ["through node 1", "through node 2"] as const;
const memoryName = "a link found in memory";
const redisName = "a link found in Redis";
const postgresName = "a link read from PostgreSQL";
const createName = "creates";

/** The whole of it, as many processes are run. */
export const benchmark: Benchmark = {
  name: "workload",
  title:
    "Whether a hundred redirects for every create, on two processes over PostgreSQL and Redis, keep their promises",
  subjects: [],
  participants: [
    { ...narrows, description: "two `narrows serve`, each one process, on one PostgreSQL and one Redis" },
    postgresServer,
    redisServer,
  ],
  loadedBy: "generators at fixed rates, with HdrHistograms",
  defaultSeconds: 60,
  run: runWorkload,
};

type Nodes = readonly [RunningSubject, RunningSubject];

async function runWorkload(context: BenchmarkContext): Promise<Report> {
  const linkCount = scaled(context, links);
  await using database = await startPostgres(context);
  context.progress(`fill PostgreSQL with ${linkCount.toLocaleString("en")} links`);
  await fillPostgres(database.url, linkCount + knownCount(context, "postgres") + knownCount(context, "redis"));
  const book = createSeriesBook();
  let [requests, errors] = [0, 0];
  for (let round = 0; round < context.rounds; round += 1) {
    // Memory and Redis are empty again.
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startRedis(context, `round-${round}`));
    const settings = { REDIS_URL: `redis://127.0.0.1:${redis.port}`, CACHE_SIZE: cacheSize, WORKERS: "1" };
    const start = async (node: number): Promise<RunningSubject> =>
      stack.use(await startOnPostgres(context, database, `round-${round}-node-${node}`, settings));
    const nodes: Nodes = [await start(1), await start(2)];
    await warmUpByZipf(context, nodes, linkCount, book);
    context.progress(`round ${round + 1}`);
    const measured = await measureRound(context, nodes, { linkCount, round }, book);
    requests += measured.requests;
    errors += measured.errors;
  }
  return { series: book.series(), claims: claimsOf(book, requests, errors), errors, notes };
}

const notes = [
  "Latencies count from the intended time of each request, as a visitor meets them; late p99: how late the generator was itself.",
  "Links known to be in one place: the most frequent one; links that only the other node has followed; links that nobody has.",
  "By the processes' own histograms: from a request's arrival to its answer, from a query to its answer, from the begin of a transaction to the end of its commit. As exact as their buckets.",
  "Before the minute the same redirects are asked for without a pause, from empty caches on, until memory answers 90 % of those of 2 s.",
  "20,000 links by Zipf's law with exponent 1; CACHE_SIZE=8MiB does not hold all of them. All processes share the machine's cores.",
];

/** The budgets of the hops are those of the design: 100 ms for a redirect, 15 in the service, 5 in Redis, 20 in PostgreSQL. */
function claimsOf(book: SeriesBook, requests: number, errors: number): Report["claims"] {
  const p99 = (subject: string): number => median(book.values(hopCase, subject, "p99"));
  const own = (subject: string): number => median(book.values(ownCase, subject, "p99"));
  const isOnTime = wasOnTime(book, hopCase, [...streamNames, memoryName, redisName, postgresName]);
  const addedMs = (name: string): number => Math.max(p99(name) - p99(memoryName), 0.01);
  const hits = median(book.values(curveCase, "the whole minute", "in memory"));
  return [
    atLeast("Redirects and creates that succeeded", (100 * (requests - errors)) / Math.max(1, requests), 100, "%"),
    judgedIf(isOnTime, atMost("p99 of a redirect", Math.max(...streamNames.map(p99)), 100, "ms")),
    judgedIf(isOnTime, atMost("p99 of a redirect found in memory", p99(memoryName), 15, "ms")),
    judgedIf(isOnTime, atMost("What Redis adds to the p99 of a redirect", addedMs(redisName), 5, "ms")),
    judgedIf(isOnTime, atMost("What PostgreSQL adds to the p99 of a redirect", addedMs(postgresName), 20, "ms")),
    judgedIf(
      isOnTime,
      atMost("p99 of a query of lookups, by the service's own clock", own("query of lookups"), 20, "ms"),
    ),
    atLeast("Redirects found in memory", hits, 85, "%"),
  ];
}

function knownCount(context: BenchmarkContext, place: keyof typeof knownPerSecond): number {
  return Math.ceil(knownPerSecond[place] * context.seconds);
}

/** Fills memory as visitors do, and notes on the way how it comes to help. */
async function warmUpByZipf(context: BenchmarkContext, nodes: Nodes, count: number, book: SeriesBook): Promise<void> {
  const paths = zipfPaths(count, seed);
  const asked = [0, draws >> 1];
  for (let step = 0; step < mostWarmUps && context.isTrial !== true; step += 1) {
    context.progress(`warm up, step ${step + 1}`);
    const shares = await watchHits(nodes);
    const warm = async (node: RunningSubject, index: number): Promise<void> => {
      asked[index] = (asked[index] ?? 0) + (await warmUp(context, node, followPlan(paths, asked[index])));
    };
    await Promise.all(nodes.map(warm));
    const found = await shares();
    if (found === undefined) return;
    book.add(curveCase, `without a pause, step ${step + 1}`, found);
    if (found["in memory"].value >= warmShare) return;
  }
}

async function measureRound(
  context: BenchmarkContext,
  nodes: Nodes,
  { linkCount, round }: { readonly linkCount: number; readonly round: number },
  book: SeriesBook,
) {
  const [first, second] = nodes;
  const onlyFirst = pathsOf(linkCount, knownCount(context, "redis"));
  const onlyDatabase = pathsOf(linkCount + onlyFirst.length, knownCount(context, "postgres"));
  await followAll(context, first, onlyFirst);
  const paths = zipfPaths(linkCount, seed + 1 + round);
  const streams: Readonly<Record<string, Stream>> = {
    [streamNames[0]]: { server: first, plan: followPlan(paths), perSecond: redirectsPerSecond },
    [streamNames[1]]: { server: second, plan: followPlan(paths, draws >> 1), perSecond: redirectsPerSecond },
    [memoryName]: { server: first, plan: followPlan([`/${codeOf(0)}`]), perSecond: knownPerSecond.memory },
    [redisName]: { server: second, plan: followPlan(onlyFirst), perSecond: knownPerSecond.redis },
    [postgresName]: { server: first, plan: followPlan(onlyDatabase), perSecond: knownPerSecond.postgres },
    [createName]: { server: first, plan: createPlan(first, `round-${round}`), perSecond: createsPerSecond },
  };
  const before = await readAll(nodes);
  const shares = await watchHits(nodes);
  const [rounds] = await Promise.all([sendAll(context, streams, book), noteCurve(context, nodes, book)]);
  const whole = await shares();
  if (whole !== undefined) book.add(curveCase, "the whole minute", whole);
  noteOwnFigures(grownTogether(before, await readAll(nodes)), book);
  return {
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  };
}

function zipfPaths(count: number, from: number): readonly string[] {
  return drawZipf(count, draws, seededRandom(from)).map((index) => `/${codeOf(index)}`);
}

async function sendAll(context: BenchmarkContext, streams: Readonly<Record<string, Stream>>, book: SeriesBook) {
  const names = Object.keys(streams);
  const rounds = await Promise.all(Object.values(streams).map((stream) => measureLatency(context, stream)));
  for (const [index, { readings, requests, errors }] of rounds.entries()) {
    book.add(hopCase, names[index] ?? "", {
      ...readings,
      success: { unit: "%", value: (100 * (requests - errors)) / Math.max(1, requests) },
      requests: { unit: "count", value: requests },
    });
  }
  return rounds;
}

async function noteCurve(context: BenchmarkContext, nodes: Nodes, book: SeriesBook): Promise<void> {
  const { seconds, signal } = context;
  const length = seconds / curveParts;
  const second = (part: number): string => (part * length).toFixed(length < 1 ? 1 : 0);
  await watchHitsInParts(nodes, { seconds, parts: curveParts, signal }, (part, shares) =>
    book.add(curveCase, `second ${second(part)} to ${second(part + 1)}`, shares),
  );
}

function noteOwnFigures(grown: ReadonlyMap<string, number>, book: SeriesBook): void {
  const histograms = {
    "redirect, all": "narrows_redirect_duration_seconds",
    "query of lookups": "narrows_postgres_lookup_seconds",
    "transaction of creates": "narrows_postgres_create_seconds",
  };
  for (const [subject, name] of Object.entries(histograms)) {
    const ms = (share: number) => ({ unit: "ms" as const, value: histogramQuantile(grown, name, share) * 1000 });
    const measured = { unit: "count" as const, value: grown.get(`${name}_count`) ?? 0 };
    book.add(ownCase, subject, { p50: ms(0.5), p99: ms(0.99), measured });
  }
}
