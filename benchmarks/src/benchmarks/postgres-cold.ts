import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { cacheHitShare, wasCold } from "../cache-hit-share.ts";
import { connections, measureRound, warmUp } from "../closed-loop.ts";
import { followAll } from "../follow-all.ts";
import { interleave } from "../interleave.ts";
import { codeOf, pathsOf } from "../link-set.ts";
import { followPlan } from "../load/request-plan.ts";
import { fillPostgres } from "../postgres/fill-postgres.ts";
import { narrowsOnPostgres, postgresServer, startOnPostgres, startPostgres } from "../postgres/postgres-under-test.ts";
import { atLeast, atMost, validIf, type Report } from "../report.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook, type Reading } from "../series-book.ts";
import { shuffled } from "../shuffle.ts";
import { median, medianRatio } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";
import { seededRandom } from "../zipf.ts";

const links = 100_000;
/** More than the smallest cache holds: they fill it first, and no measured round follows them. */
const residents = 2_000;
const smallestCache = { CACHE_SIZE: "1MiB" };
const seed = 20_261_130;
const caseName = `redirects, ${connections} kept connections`;
const hotCase = "one link, out of memory";
const coldCase = "every request another link, out of PostgreSQL";

/** Redirects out of PostgreSQL. */
export const benchmark: Benchmark = {
  name: "postgres-cold",
  title: "What a redirect costs the node when the link must be read from PostgreSQL, against one out of memory",
  subjects: [],
  participants: [narrowsOnPostgres, postgresServer],
  defaultSeconds: 4,
  run: runPostgresCold,
};

async function runPostgresCold(context: BenchmarkContext): Promise<Report> {
  await using database = await startPostgres(context);
  const count = scaled(context, links);
  context.progress(`fill PostgreSQL with ${count.toLocaleString("en")} links`);
  await fillPostgres(database.url, count);
  await using server = await startOnPostgres(context, database, "cold", smallestCache);
  const first = Math.min(scaled(context, residents), count - 1);
  const paths = shuffled(pathsOf(first, count - first), seededRandom(seed));
  await followAll(context, server, pathsOf(0, first));
  await warmUp(context, server, followPlan(paths, paths.length >> 1));
  const book = createSeriesBook();
  let next = 0;
  let errors = 0;
  const cases = [
    { name: hotCase, plan: () => followPlan([`/${codeOf(0)}`]) },
    { name: coldCase, plan: () => followPlan(paths, next) },
  ];
  await interleave(context.rounds, cases, async ({ name, plan }, round) => {
    context.progress(`round ${round + 1}: ${name}`);
    const [hits, shared] = [await cacheHitShare(server), await lookupsPerQuery(server)];
    const measured = await measureRound(context, server, plan());
    if (name === coldCase) next += measured.requests;
    errors += measured.errors;
    book.add(caseName, name, { ...measured.readings, ...(await hits()), ...(name === coldCase ? await shared() : {}) });
  });
  const ratio = medianRatio(book.values(caseName, coldCase, "cpu"), book.values(caseName, hotCase, "cpu"));
  const isCold = wasCold(book, caseName, [coldCase]);
  const perQuery = median(book.values(caseName, coldCase, "lookups per query"));
  return {
    series: book.series(),
    claims: [
      validIf(isCold, atMost("Node CPU of a cold redirect through PostgreSQL against a hot one", ratio, 3)),
      validIf(isCold, atLeast("Lookups in one query under load", perQuery, 20, "count")),
    ],
    errors,
    notes: [
      "CPU is the node's alone; PostgreSQL runs beside it on the same machine",
      "hits: share of redirects that the memory cache answered; the cold series is invalid above 5 %",
    ],
  };
}

/** Begins to watch how lookups share queries; the returned function tells how many did since. */
async function lookupsPerQuery(server: RunningSubject): Promise<() => Promise<Readonly<Record<string, Reading>>>> {
  const names = ["narrows_postgres_lookups_total", "narrows_postgres_lookup_queries_total"] as const;
  const before = await server.metrics();
  return async () => {
    const after = await server.metrics();
    const [lookups = 0, queries = 0] = names.map((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0));
    return { "lookups per query": { unit: "count", value: lookups / Math.max(1, queries) } };
  };
}
