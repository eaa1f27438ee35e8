import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connectTo, openOutboxLog, openOutboxSource } from "@narrows/clicks/outbox";
import { openPostgresClicks } from "@narrows/clicks/postgres";
import { sampleClick } from "@narrows/clicks/testing";
import postgres from "postgres";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { createBatchedAppends } from "../clicks/batched-appends.ts";
import { followers, followHotLink } from "../clicks/follow-hot-link.ts";
import { storeBeside } from "../clicks/store-beside.ts";
import { postgresServer, startPostgres } from "../postgres/postgres-under-test.ts";
import { atLeast, judgedIf, type Report } from "../report.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { medianRatio } from "../statistics.ts";
import { subject as narrows } from "../subjects/narrows.ts";

const caseName = `${followers} redirects of one link at a time, each waiting until its click is durable`;
const [outbox, hotRow] = ["outbox and roll-ups", "UPDATE links SET clicks = clicks + 1"];
/** As many as a node has for everything it asks of PostgreSQL. */
const connections = 10;
/** So many times as fast a hot link must be counted. */
const targetRatio = 3;

const clicksInPostgres = {
  ...narrows,
  description: "its outbox, its writer's way and its click store, in the process that measures",
};

/** What a hot link costs that is counted on its row, beside the outbox. */
export const benchmark: Benchmark = {
  name: "clicks-hot-row",
  title: "How many clicks of one link are durable a second, in the outbox and as a count on the link's row",
  subjects: [],
  participants: [clicksInPostgres, postgresServer],
  loadedBy: "redirects in this process that wait for the count alone",
  defaultSeconds: 4,
  run: runHotRow,
};

async function runHotRow(context: BenchmarkContext): Promise<Report> {
  await using database = await startPostgres(context);
  const book = createSeriesBook();
  let errors = 0;
  for (let round = 0; round < context.rounds; round += 1) {
    context.progress(`round ${round + 1}`);
    errors += await measureHotRow(context, database.url, book);
    errors += await measureOutbox(context, database.url, book, round);
  }
  const rates = (subject: string) => book.values(caseName, subject, "rate");
  return {
    series: book.series(),
    claims: [
      judgedIf(
        context.isTrial !== true,
        atLeast(
          "Clicks of a hot link against counts on its row",
          medianRatio(rates(outbox), rates(hotRow)),
          targetRatio,
        ),
      ),
    ],
    errors,
    notes: [
      `the count on the row: ${connections} connections, one autocommitted statement for each click`,
      "the outbox: one connection; clicks are stored in roll-ups meanwhile, by the same process and PostgreSQL",
      "Node and PostgreSQL share the machine's cores.",
    ],
  };
}

/** @returns Clicks that were not counted. */
async function measureHotRow(context: BenchmarkContext, url: string, book: SeriesBook): Promise<number> {
  const sql = postgres(url, { max: connections, fetch_types: false, onnotice: () => undefined });
  try {
    await sql`CREATE TABLE IF NOT EXISTS hot_links (code text PRIMARY KEY, clicks bigint NOT NULL)`;
    await sql`INSERT INTO hot_links VALUES ('hot', 0) ON CONFLICT (code) DO UPDATE SET clicks = 0`;
    const { count, readings } = await followHotLink(context, async () => {
      await sql`UPDATE hot_links SET clicks = clicks + 1 WHERE code = 'hot'`;
    });
    book.add(caseName, hotRow, readings);
    const [row] = await sql`SELECT clicks FROM hot_links`;
    return Math.abs(Number(row?.["clicks"]) - count);
  } finally {
    await sql.end();
  }
}

/** @returns Clicks that were not stored, or twice. */
async function measureOutbox(context: BenchmarkContext, url: string, book: SeriesBook, round: number): Promise<number> {
  const connect = connectTo(url);
  await using stack = new AsyncDisposableStack();
  const log = await openOutboxLog({ connect, spoolFolder: join(context.folder, "spool") });
  stack.defer(() => log.close());
  const source = openOutboxSource({ connect, nowMs: Date.now });
  stack.defer(() => source.close());
  const store = openPostgresClicks({ connect });
  stack.defer(() => store.close());
  const link = { domain: "", code: `hot-${round}` };
  while (log.stats().target !== "outbox") await pause(10, undefined, { signal: context.signal });

  const append = createBatchedAppends(log);
  const writer = storeBeside(source, store);
  const { count, readings } = await followHotLink(context, (index) =>
    append(sampleClick(round * 1_000_000 + index, { ...link, at: Date.now() })),
  );
  while (log.stats().spoolRecords > 0) await pause(50, undefined, { signal: context.signal });
  await writer.finish();
  book.add(caseName, outbox, readings);
  const [stored = 0] = (await store.totals([link])).clicks;
  return Math.abs(stored - count);
}
