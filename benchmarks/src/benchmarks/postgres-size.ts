import { makeDatabase } from "../../../tests/links/postgres/database.ts";
import { openSession, type Session } from "../../../tests/links/postgres/session.ts";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { cacheHitShare, wasCold } from "../cache-hit-share.ts";
import { measureRound, warmUp } from "../closed-loop.ts";
import { followAll } from "../follow-all.ts";
import { interleave } from "../interleave.ts";
import { followPlan } from "../load/request-plan.ts";
import { fillPostgres } from "../postgres/fill-postgres.ts";
import {
  narrowsOnPostgres,
  describePostgres,
  startOnPostgres,
  startPostgres,
  type PostgresUnderTest,
} from "../postgres/postgres-under-test.ts";
import { atMost, validIf, type Report } from "../report.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook } from "../series-book.ts";
import { shuffled } from "../shuffle.ts";
import { medianRatio } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";
import { seededRandom } from "../zipf.ts";

const few = 100_000;
const many = 10_000_000;
/** About a fifth of a machine with 24 GB, as is usual; both databases fit into it. */
const sharedBuffers = "4 GB";
const rowsPerInsert = 250_000;
/** Codes that are followed; many more than the smallest cache notes. */
const sampled = 95_000;
const smallestCache = { CACHE_SIZE: "1MiB" };
const residents = 2_000;
const seed = 20_261_130;
const caseName = "redirects out of PostgreSQL, every request another link";

/** Size of the database. */
export const benchmark: Benchmark = {
  name: "postgres-size",
  title: "What a link takes in PostgreSQL, and whether a lookup costs more with 10,000,000 links than with 100,000",
  subjects: [],
  participants: [narrowsOnPostgres, describePostgres(sharedBuffers)],
  defaultSeconds: 4,
  run: runPostgresSize,
};

type Sized = {
  readonly name: string;
  readonly bytesPerLink: number;
  readonly paths: readonly string[];
  readonly server: RunningSubject;
};

async function runPostgresSize(context: BenchmarkContext): Promise<Report> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await startPostgres(context, sharedBuffers));
  const sized: Sized[] = [];
  for (const links of [scaled(context, few), scaled(context, many)])
    sized.push(await fill(context, database, links, stack));
  const [small, large] = sized;
  if (small === undefined || large === undefined) throw new Error("There must be two sizes.");
  const { book, errors } = await measure(context, database, sized);
  const ratioOf = (figure: string): number =>
    medianRatio(book.values(caseName, large.name, figure), book.values(caseName, small.name, figure));
  const isCold = wasCold(book, caseName, [small.name, large.name]);
  return {
    series: book.series(),
    claims: [
      atMost("A link with its indexes, destination of 100 characters", large.bytesPerLink, 300, "B"),
      validIf(
        isCold,
        atMost("PostgreSQL's CPU of a lookup, large database against small", ratioOf("PostgreSQL's cpu"), 1.3),
      ),
      validIf(isCold, atMost("Node's CPU of a redirect, large database against small", ratioOf("cpu"), 1.3)),
    ],
    errors,
    notes: [
      `6,000,000,000 links of this kind: ${Math.round((large.bytesPerLink * 6e9) / 1e9).toLocaleString("en")} GB with their indexes, by multiplication`,
      "Filled by SQL in the order of time, with codes, owners and hosts in none; then VACUUM ANALYZE",
      "hits: share of redirects that the memory cache answered; invalid above 5 %",
    ],
  };
}

async function fill(
  context: BenchmarkContext,
  database: PostgresUnderTest,
  links: number,
  stack: AsyncDisposableStack,
): Promise<Sized> {
  const name = `${links.toLocaleString("en")} links`;
  const url = await makeDatabase(database);
  // The link by which the server is known to answer; it makes the schema, too.
  await fillPostgres(url, 1);
  await using session = openSession(url);
  for (let first = 0; first < links; first += rowsPerInsert) {
    context.progress(`${name}: ${first.toLocaleString("en")} filled`);
    context.signal.throwIfAborted();
    await session.run(insertFrom(first, Math.min(rowsPerInsert, links - first)));
  }
  await session.run("VACUUM ANALYZE links");
  const [[bytes, count] = []] = await session.run("SELECT pg_total_relation_size('links'), count(*) FROM links");
  const codes = await sampleCodes(session, links);
  const server = stack.use(await startOnPostgres(context, { url }, `size-${links}`, smallestCache));
  const paths = shuffled(codes, seededRandom(seed)).map((code) => `/${code}`);
  return { name, bytesPerLink: Number(bytes) / Number(count), paths, server };
}

async function measure(context: BenchmarkContext, database: PostgresUnderTest, sized: readonly Sized[]) {
  const book = createSeriesBook();
  const next = new Map<string, number>();
  let errors = 0;
  for (const { server, paths } of sized) {
    await followAll(context, server, paths.slice(0, residents));
    await warmUp(context, server, followPlan(paths, paths.length >> 1));
  }
  await interleave(context.rounds, sized, async ({ name, server, paths, bytesPerLink }, round) => {
    context.progress(`round ${round + 1}: ${name}`);
    const first = next.get(name) ?? residents;
    const hits = await cacheHitShare(server);
    const cpuBefore = await database.cpuSeconds();
    const measured = await measureRound(context, server, followPlan(paths, first));
    const cpu = (await database.cpuSeconds()) - cpuBefore;
    next.set(name, first + measured.requests);
    errors += measured.errors;
    book.add(caseName, name, {
      ...measured.readings,
      "PostgreSQL's cpu": { unit: "µs", value: (cpu * 1e6) / Math.max(1, measured.requests) },
      ...(await hits()),
      "per link": { unit: "B", value: bytesPerLink },
    });
  });
  return { book, errors };
}

/** From everywhere in the table. */
async function sampleCodes(session: Session, links: number): Promise<readonly string[]> {
  const percent = Math.min(100, Math.max(0.01, (150 * sampled) / links));
  const rows = await session.run(
    `SELECT code FROM links TABLESAMPLE BERNOULLI (${percent}) REPEATABLE (1) LIMIT ${sampled}`,
  );
  return rows.map(([code]) => String(code));
}

function insertFrom(first: number, count: number): string {
  return `
    INSERT INTO links (created_at, owner_id, host_hash, flags, domain, code, destination)
    SELECT
      1800000000000 + i * 50, 1 + power(10000, random())::integer, hashint4(power(100000, random())::integer), 0, '',
      translate(substr(encode(decode(md5('code ' || i), 'hex'), 'base64'), 1, 7), '+/', '01'),
      rpad('https://example.com/' || i || '/', 100, md5(i::text))
    FROM generate_series(${first + 1}, ${first + count}) AS i
    ON CONFLICT DO NOTHING`;
}
