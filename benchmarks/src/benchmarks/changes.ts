import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { measureLatency, wasOnTime } from "../fixed-rate.ts";
import { redisServer } from "../limiter/participants.ts";
import { startRedis } from "../limiter/redis-under-test.ts";
import { codeOf, destinationOf, pathsOf } from "../link-set.ts";
import { followPlan } from "../load/request-plan.ts";
import { atLeast, atMost, judgedIf, validIf, type Report } from "../report.ts";
import { fillFolder, scaled, startOn, subjectNamed } from "../running-subjects.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";

const nodeCount = 4;
const links = 10_000;
const redirectsPerSecond = 500;
const changeCase = "a change through one of 4 processes";
const lookupCase = "redirects at 500 a second";
const hits = 'narrows_shared_cache_lookups_total{result="hit"}';
const lookups = "narrows_shared_cache_lookups_total";

/** Changes that reach every node, and the cache that all of them share. */
export const benchmark: Benchmark = {
  name: "changes",
  title: "How long a change's answer waits for 4 processes, and what a link found in Redis costs beside one in memory",
  subjects: ["narrows"],
  participants: [redisServer],
  defaultSeconds: 4,
  run: runChanges,
};

async function runChanges(context: BenchmarkContext): Promise<Report> {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await startRedis(context, "shared"));
  const linkCount = scaled(context, links);
  const subject = subjectNamed(context, "narrows");
  const folder = await fillFolder(context, subject, linkCount, "narrows");
  // So little memory that most links are looked up in Redis.
  const settings = { REDIS_URL: `redis://127.0.0.1:${redis.port}`, CACHE_SIZE: "1MiB" };
  const nodes: RunningSubject[] = [];
  for (let node = 0; node < nodeCount; node += 1) {
    nodes.push(stack.use(await startOn(context, subject, folder, settings)));
  }
  const book = createSeriesBook();
  let errors = 0;
  for (let round = 0; round < context.rounds; round += 1) {
    context.progress(`round ${round + 1}`);
    errors += await measureChanges(context, nodes, book);
    errors += await measureLookups(context, nodes, linkCount, book);
  }
  return { series: book.series(), claims: claimsOf(book), errors, notes };
}

const notes = [
  "a change: PATCH with a new destination, one after the other through each process in turn, until its answer is there",
  "CACHE_SIZE=1MiB, so that most of 10,000 links are not in memory; the control asks for one link",
];

function claimsOf(book: SeriesBook): Report["claims"] {
  const of = (caseName: string, subject: string, figure: string) => median(book.values(caseName, subject, figure));
  const addedMs = of(lookupCase, "in Redis", "p99") - of(lookupCase, "in memory", "p99");
  const isOnTime = wasOnTime(book, lookupCase, ["in Redis", "in memory"]);
  const hitShare = of(lookupCase, "in Redis", "hits");
  return [
    atMost("Median of a change's answer", of(changeCase, "narrows", "p50"), 50, "ms"),
    // What is below the clock of the generator is as good as nothing.
    judgedIf(isOnTime, validIf(hitShare > 50, atMost("What Redis adds to p99", Math.max(addedMs, 0.01), 1, "ms"))),
    atLeast("Lookups beside memory that Redis answered", hitShare, 50, "%"),
  ];
}

async function measureChanges(
  { seconds, signal }: BenchmarkContext,
  nodes: readonly RunningSubject[],
  book: SeriesBook,
): Promise<number> {
  const answerMs: number[] = [];
  let unheard = 0;
  let errors = 0;
  const endsAt = performance.now() + seconds * 500;
  for (let change = 0; performance.now() < endsAt; change += 1) {
    const node = nodes[change % nodes.length];
    const startedAt = performance.now();
    const answer = await fetch(`${node?.origin}/v1/urls/${codeOf(0)}`, {
      method: "PATCH",
      headers: { ...node?.create?.headers, "content-type": "application/json" },
      body: JSON.stringify({ longUrl: destinationOf(change) }),
      signal,
    });
    await answer.arrayBuffer();
    answerMs.push(performance.now() - startedAt);
    if (answer.status !== 200) errors += 1;
    if (answer.headers.has("narrows-unheard")) unheard += 1;
  }
  const sorted = answerMs.toSorted((a, b) => a - b);
  book.add(changeCase, "narrows", {
    p50: { unit: "ms", value: sorted[Math.floor(sorted.length / 2)] ?? 0 },
    p99: { unit: "ms", value: sorted[Math.floor(sorted.length * 0.99)] ?? 0 },
    changes: { unit: "count", value: answerMs.length },
    "not heard by all": { unit: "count", value: unheard },
  });
  return errors;
}

async function measureLookups(
  context: BenchmarkContext,
  nodes: readonly RunningSubject[],
  linkCount: number,
  book: SeriesBook,
): Promise<number> {
  const [first, second = first] = nodes;
  if (first === undefined || second === undefined) throw new Error("There is no process to measure.");
  const paths = pathsOf(1, Math.max(1, linkCount - 1));
  // One process reads the links, so that the other finds them in Redis.
  const warmUp = await measureLatency(context, { server: first, plan: followPlan(paths), perSecond: 2_000 });
  const before = await second.metrics();
  const shared = await measureLatency(context, {
    server: second,
    plan: followPlan(paths),
    perSecond: redirectsPerSecond,
  });
  const after = await second.metrics();
  const plan = followPlan(paths.slice(0, 1));
  const alone = await measureLatency(context, { server: second, plan, perSecond: redirectsPerSecond });
  const grown = (name: string): number => valueOf(after, name) - valueOf(before, name);
  book.add(lookupCase, "in Redis", {
    ...shared.readings,
    hits: { unit: "%", value: (100 * grown(hits)) / Math.max(1, grown(lookups)) },
  });
  book.add(lookupCase, "in memory", alone.readings);
  return warmUp.errors + shared.errors + alone.errors;
}

/** Of one series, or of all of a name together. */
function valueOf(metrics: ReadonlyMap<string, number>, name: string): number {
  let total = 0;
  for (const [series, value] of metrics) if (series === name || series.startsWith(`${name}{`)) total += value;
  return total;
}
