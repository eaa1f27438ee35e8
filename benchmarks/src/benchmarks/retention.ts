import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import { library } from "../limiter/participants.ts";
import { postgresServer, startPostgres } from "../postgres/postgres-under-test.ts";
import { atMost, type Report } from "../report.ts";
import { archiveAndDrop, countWrong, deleteEach, fillHalfExpired } from "../retention/expired-links.ts";
import { lookUpWhile } from "../retention/look-up-while.ts";
import { postgresStores } from "../retention/postgres-databases.ts";
import { sqliteStores } from "../retention/sqlite-under-test.ts";
import type { StoreKind, StoreUnderTest } from "../retention/store-under-test.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { medianRatio } from "../statistics.ts";

const expiredLinks = 600;
const ours = "archived, month dropped";
const theirs = "row by row";
const alone = "nothing else going on";

const ways: Readonly<Record<string, (store: StoreUnderTest, count: number) => Promise<void>>> = {
  [ours]: archiveAndDrop,
  [theirs]: deleteEach,
};

/** Expired links. */
export const benchmark: Benchmark = {
  name: "retention",
  title: "What it costs to forget expired links by the month, against deleting them row by row",
  subjects: [],
  participants: [
    { ...library("@narrows/links", "the stores of @narrows/links, in this process"), name: "narrows" },
    postgresServer,
  ],
  loadedBy: "a loop in this process",
  defaultSeconds: 1,
  run: runRetention,
};

async function runRetention(context: BenchmarkContext): Promise<Report> {
  await using server = await startPostgres(context);
  const kinds = [sqliteStores(context.folder), postgresStores(server)];
  const book = createSeriesBook();
  const count = scaled(context, expiredLinks);
  let errors = 0;
  const subjects = kinds.flatMap((kind) => Object.keys(ways).map((way) => ({ kind, way })));
  await interleave(context.rounds, subjects, async ({ kind, way }, round) => {
    context.progress(`round ${round + 1}: ${kind.name}, ${way}`);
    context.signal.throwIfAborted();
    const name = `${kind.name.toLowerCase()}-${Object.keys(ways).indexOf(way)}-${round}`;
    errors += await measureCost(book, kind, way, { name, count });
    errors += await measureLookups(book, kind, way, { name: `${name}-lookups`, count });
  });
  return {
    series: book.series(),
    claims: kinds.map(({ name }) =>
      atMost(`CPU of a link that is archived and dropped against row by row (${name})`, ratio(book, name), 1),
    ),
    errors,
    notes: [
      `${count.toLocaleString("en")} expired links, and as many others, with owner, tag and a destination of usual length`,
      `${ours}: batches of 100 links, one after the other without the service's rests, then the month`,
      `${theirs}: each link deleted by itself, 64 at once; either way the code stays claimed`,
      "cpu: of this process and of PostgreSQL's, for each link; less: how much smaller a compacted copy is",
      "lookups: of links that are not expired, one after the other with a pause of a millisecond, from this process",
    ],
  };
}

function ratio(book: SeriesBook, kind: string): number {
  return medianRatio(book.values(costCase(kind), ours, "cpu"), book.values(costCase(kind), theirs, "cpu"));
}

function costCase(kind: string): string {
  return `${kind}: to forget a link`;
}

type Round = { readonly name: string; readonly count: number };

async function measureCost(book: SeriesBook, kind: StoreKind, way: string, { name, count }: Round): Promise<number> {
  await using store = await kind.open(name);
  await fillHalfExpired(store, count);
  const bytesBefore = await store.usedBytes();
  const cpuBefore = await store.cpuSeconds();
  const startedAt = performance.now();
  await ways[way]?.(store, count);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = (await store.cpuSeconds()) - cpuBefore;
  book.add(costCase(kind.name), way, {
    cpu: { unit: "µs", value: (cpu * 1e6) / count },
    rate: { unit: "/s", value: count / seconds },
    "less a link": { unit: "B", value: Math.max(0, (bytesBefore - (await store.usedBytes())) / count) },
  });
  return await countWrong(store, count);
}

async function measureLookups(book: SeriesBook, kind: StoreKind, way: string, { name, count }: Round): Promise<number> {
  await using store = await kind.open(name);
  await fillHalfExpired(store, count);
  const caseName = `${kind.name}: lookups meanwhile`;
  if (way === ours) book.add(caseName, alone, await lookUpWhile(store, count));
  book.add(caseName, way, await lookUpWhile(store, count, ways[way]?.(store, count)));
  return 0;
}
