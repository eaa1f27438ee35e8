import { parseClick, type ClickCounts, type ClickStore } from "@narrows/clicks";
import { openClickHouseClicks } from "@narrows/clicks/clickhouse";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { clickhouseServer, startBrought } from "../clickhouse/clickhouse-under-test.ts";
import { filledLink, fillRollUps, year } from "../clickhouse/fill-roll-ups.ts";
import { logRecords } from "../clickhouse/log-records.ts";
import { library } from "../limiter/participants.ts";
import { atLeast, atMost, type Report } from "../report.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";

const subject = "narrows";
const storing = "store batches of the log";
const reporting = "report on 100 M clicks";
const batchRecords = 50_000;
const batchesOfRound = 4;
const reportedClicks = 100_000_000;
const kathmanduMs = 18.25 * 3_600_000;
const dayMs = 86_400_000;

type Store = ClickStore & ClickCounts;

/** Clicks into ClickHouse and out of it. */
export const benchmark: Benchmark = {
  name: "clicks-clickhouse",
  title: "How many clicks a second go from a log into ClickHouse, and how long a report on 100 M of them takes",
  subjects: [],
  participants: [
    { ...library("@narrows/clicks", "the ClickHouse store of @narrows/clicks, in this process"), name: subject },
    clickhouseServer,
  ],
  loadedBy: "a loop in this process",
  defaultSeconds: 1,
  run: measure,
};

async function measure(context: BenchmarkContext): Promise<Report> {
  await using server = await startBrought();
  const database = `narrows_benchmark_${process.pid}`;
  const store = await openClickHouseClicks({ url: server.url, database });
  const book = createSeriesBook();
  try {
    context.progress("roll-ups are generated");
    await fillRollUps({ url: server.url, database, clicks: scaled(context, reportedClicks) });
    const errors = await measureRounds(context, store, book);
    return { series: book.series(), claims: claimsOf(book), errors, notes };
  } finally {
    await store.close();
  }
}

async function measureRounds(context: BenchmarkContext, store: Store, book: SeriesBook): Promise<number> {
  let stored = 0;
  const size = scaled(context, batchRecords);
  for (let round = 0; round < context.rounds; round += 1) {
    context.signal.throwIfAborted();
    context.progress(`round ${round + 1}`);
    stored = await measureStoring(store, book, stored, size);
    await measureReports(store, book);
  }
  const { clicks } = await store.counts({ from: Date.UTC(2026, 5, 1), to: Date.UTC(2026, 6, 1), link: undefined });
  return Math.abs(clicks.human + clicks.bot - stored);
}

/** Records are made beforehand; reading them is part of what a writer does. @returns How many are stored by now. */
async function measureStoring(store: Store, book: SeriesBook, from: number, size: number): Promise<number> {
  const batches = Array.from({ length: batchesOfRound }, (_, index) => logRecords(from + index * size, size));
  const startedAt = performance.now();
  let position = from;
  for (const records of batches) {
    const clicks = records.map(parseClick);
    await store.store({ partition: "benchmark", from: position, to: position + size, clicks, dead: [] });
    position += size;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  book.add(storing, subject, { rate: { unit: "/s", value: (position - from) / seconds } });
  return position;
}

async function measureReports(store: Store, book: SeriesBook): Promise<void> {
  const shifted = { from: year.from + kathmanduMs, to: year.to - dayMs + kathmanduMs };
  const days = Array.from({ length: 32 }, (_, index) => shifted.from + index * dayMs);
  const reports: Readonly<Record<string, () => Promise<unknown>>> = {
    "a year": () => store.counts({ ...shifted, link: filledLink }),
    "a month by day": () => store.series(filledLink, days),
    "top links": () => store.top({ ...shifted, classes: ["human"], among: undefined, limit: 10 }),
  };
  for (const [name, ask] of Object.entries(reports)) {
    const startedAt = performance.now();
    await ask();
    book.add(reporting, subject, { [name]: { unit: "ms", value: performance.now() - startedAt } });
  }
}

function claimsOf(book: SeriesBook) {
  const of = (name: string, figure: string) => median(book.values(name, subject, figure));
  return [
    atLeast("clicks a second from records of the log into raw clicks and roll-ups", of(storing, "rate"), 30_000, "/s"),
    atMost("a report on a year of 100 M clicks, in Nepal's time", of(reporting, "a year"), 200, "ms"),
  ];
}

const notes = [
  `batches of ${batchRecords.toLocaleString("en")} records, one after the other: parsed, stored once, in raw clicks and all roll-ups`,
  "the roll-ups of 100 M clicks of one link over a year are generated, a quarter of the clicks by new visitors",
  "reports are asked through the store, one at a time, after the batches of the round",
];
