import { availableParallelism, loadavg } from "node:os";
import { openPostgresFiller } from "@narrows/links/postgres";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { connections, measureRound, warmUp } from "../closed-loop.ts";
import { createPlan } from "../create-plan.ts";
import { fillPostgres } from "../postgres/fill-postgres.ts";
import {
  narrowsOnPostgres,
  postgresServer,
  startOnPostgres,
  startPostgres,
  type PostgresUnderTest,
} from "../postgres/postgres-under-test.ts";
import { atLeast, judgedIf, type Report } from "../report.ts";
import { createSeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";

const caseName = `${connections} connections, every create durable before its answer`;
const subject = "narrows on PostgreSQL";
/** The database needs one link, by which the server is known to answer. */
const linksBefore = 1;

/** Durable creates in PostgreSQL. */
export const benchmark: Benchmark = {
  name: "postgres-create",
  title: "How many links can be created a second when every answer waits for its commit in PostgreSQL",
  subjects: [],
  participants: [narrowsOnPostgres, postgresServer],
  defaultSeconds: 4,
  run: runPostgresCreate,
};

async function runPostgresCreate(context: BenchmarkContext): Promise<Report> {
  // Whoever else takes the cores takes them from PostgreSQL as well, and a rate is then theirs.
  const isQuiet = (loadavg()[0] ?? 0) <= availableParallelism();
  await using database = await startPostgres(context);
  await fillPostgres(database.url, linksBefore);
  const book = createSeriesBook();
  let errors = 0;
  let acknowledged = 0;
  {
    await using server = await startOnPostgres(context, database, "create");
    acknowledged += await warmUp(context, server, createPlan(server, "warm"));
    for (let round = 0; round < context.rounds; round += 1) {
      context.progress(`round ${round + 1}`);
      const metricsBefore = await server.metrics();
      const cpuBefore = await database.cpuSeconds();
      const measured = await measureRound(context, server, createPlan(server, `round-${round}`));
      const cpu = (await database.cpuSeconds()) - cpuBefore;
      const metrics = await server.metrics();
      const grown = (name: string): number => (metrics.get(name) ?? 0) - (metricsBefore.get(name) ?? 0);
      acknowledged += measured.requests;
      errors += measured.errors;
      book.add(caseName, subject, {
        ...measured.readings,
        "PostgreSQL's cpu": { unit: "µs", value: (cpu * 1e6) / Math.max(1, measured.requests) },
        "creates per commit": {
          unit: "count",
          value: grown("narrows_postgres_creates_total") / Math.max(1, grown("narrows_postgres_create_commits_total")),
        },
      });
    }
  }
  const lost = await countLost(database, acknowledged);
  return {
    series: book.series(),
    claims: [
      judgedIf(
        isQuiet,
        atLeast("Durable creates in PostgreSQL", median(book.values(caseName, subject, "rate")), 5_000, "/s"),
      ),
    ],
    errors: errors + lost,
    notes: [
      `links acknowledged but not in the database afterwards: ${lost}`,
      "Node, PostgreSQL and the load share the machine's cores.",
    ],
  };
}

/** A link that was under way when a round ended may be there too, so more than expected is right. */
async function countLost({ url }: PostgresUnderTest, acknowledged: number): Promise<number> {
  const database = await openPostgresFiller(url);
  try {
    return Math.max(0, linksBefore + acknowledged - (await database.counts(Date.now())).links);
  } finally {
    await database.close();
  }
}
