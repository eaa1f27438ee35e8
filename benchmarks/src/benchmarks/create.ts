import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { connections, measureRound, warmUp } from "../closed-loop.ts";
import { createPlan } from "../create-plan.ts";
import { interleave } from "../interleave.ts";
import { atLeast, type Report } from "../report.ts";
import { folderOf, startSubjects, subjectNamed } from "../running-subjects.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";
import { traceSyncs } from "../trace-syncs.ts";

const caseName = `${connections} connections, every create durable before its answer`;
const subjects = ["narrows", "express-sqlite"];
/** The file of a server needs one link, by which it is known to answer. */
const linksBefore = 1;

/** Durable creates. */
export const benchmark: Benchmark = {
  name: "create",
  title: "How many links can be created a second when every answer waits for its commit",
  subjects,
  defaultSeconds: 4,
  run: runCreate,
};

async function runCreate(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  const measured = await measureCreates(context, book);
  const lost = countLost(context, measured.acknowledged);
  const traced = await traceSyncs(context, subjectNamed(context, "narrows"));
  book.add("one more round with its system calls traced", "narrows", traced.readings);
  return {
    series: book.series(),
    claims: [atLeast("Durable creates", median(book.values(caseName, "narrows", "rate")), 10_000, "/s")],
    errors: measured.errors + lost + traced.errors,
    notes: [`links acknowledged but not in the file once the server had stopped: ${lost}`, ...traced.notes],
  };
}

type Measured = { readonly acknowledged: ReadonlyMap<string, number>; readonly errors: number };

async function measureCreates(context: BenchmarkContext, book: SeriesBook): Promise<Measured> {
  const acknowledged = new Map<string, number>();
  const count = (name: string, requests: number): void => {
    acknowledged.set(name, (acknowledged.get(name) ?? 0) + requests);
  };
  await using running = await startSubjects(context, subjects, linksBefore);
  for (const server of running.servers) count(server.name, await warmUp(context, server, createPlan(server, "warm")));
  let errors = 0;
  await interleave(context.rounds, running.servers, async (server, round) => {
    context.progress(`round ${round + 1}: ${server.name}`);
    const result = await measureRound(context, server, createPlan(server, `round-${round}`));
    count(server.name, result.requests);
    errors += result.errors;
    book.add(caseName, server.name, result.readings);
  });
  return { acknowledged, errors };
}

/** A link that was under way when a round ended may be in the file too, so more than expected is right. */
function countLost(context: BenchmarkContext, acknowledged: ReadonlyMap<string, number>): number {
  let lost = 0;
  for (const [name, links] of acknowledged) {
    const found = subjectNamed(context, name).countLinks(folderOf(context, name)) ?? 0;
    lost += Math.max(0, linksBefore + links - found);
  }
  return lost;
}
