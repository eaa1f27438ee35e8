import type { ClickCounts, ClickSource, ClickStore } from "@narrows/clicks";
import { openClickHouseClicks } from "@narrows/clicks/clickhouse";
import { createWriter } from "@narrows/clicks/writer";
import type { ClickHouseServer } from "../../../tests/services/clickhouse-server.ts";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { clickhouseServer, startBrought } from "../clickhouse/clickhouse-under-test.ts";
import { filledLink, fillRollUps, year } from "../clickhouse/fill-roll-ups.ts";
import { logRecords } from "../clickhouse/log-records.ts";
import { createRecordSource } from "../clickhouse/record-source.ts";
import { cpuOf } from "../clicks/cpu-of.ts";
import { library } from "../limiter/participants.ts";
import { readUsage } from "../process/usage.ts";
import { atLeast, atMost, type Report } from "../report.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";

const subject = "narrows";
const storing = "carry records in memory into the store";
const reporting = "report on 100 M clicks";
const batchRecords = 50_000;
const batchesOfRound = 4;
const reportedClicks = 100_000_000;
/** Somewhat after all of the records. */
const recordedAt = Date.UTC(2026, 5, 1, 1);
const kathmanduMs = 18.25 * 3_600_000;
const dayMs = 86_400_000;

type Store = ClickStore & ClickCounts;

/** Clicks into ClickHouse and out of it. */
export const benchmark: Benchmark = {
  name: "clicks-clickhouse",
  title:
    "How many clicks a second a writer carries from memory into ClickHouse, and how long a report on 100 M of them takes",
  subjects: [],
  participants: [
    {
      ...library("@narrows/clicks", "the writer and the ClickHouse store of @narrows/clicks, in this process"),
      name: subject,
    },
    clickhouseServer,
  ],
  loadedBy: "a writer in this process",
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
    const errors = await measureRounds(context, { store, server, book });
    return { series: book.series(), claims: claimsOf(book), errors, notes };
  } finally {
    await store.close();
  }
}

type Measured = { readonly store: Store; readonly server: ClickHouseServer; readonly book: SeriesBook };

/** @returns How many clicks are counted wrongly. */
async function measureRounds(context: BenchmarkContext, measured: Measured): Promise<number> {
  const { store, book } = measured;
  const size = scaled(context, batchRecords);
  for (let round = 0; round < context.rounds; round += 1) {
    context.signal.throwIfAborted();
    context.progress(`round ${round + 1}`);
    await measureStoring(measured, round * batchesOfRound * size, size);
    await measureReports(store, book);
  }
  const { clicks } = await store.counts({ from: Date.UTC(2026, 5, 1), to: Date.UTC(2026, 6, 1), link: undefined });
  return Math.abs(clicks.human + clicks.bot - context.rounds * batchesOfRound * size);
}

/** Records are made beforehand; reading them is part of what a writer does. */
async function measureStoring({ store, server, book }: Measured, first: number, batchSize: number): Promise<void> {
  const count = batchesOfRound * batchSize;
  const source = createRecordSource(first, logRecords(first, count));
  const before = await cpuSecondsOf(server);
  const { cpuMs, wallMs } = await cpuOf(() => carry({ source, store, batchSize, count }));
  const ofServer = (await cpuSecondsOf(server)) - before;
  book.add(storing, subject, {
    rate: { unit: "/s", value: (1_000 * count) / wallMs },
    "CPU of the writer": { unit: "µs", value: (1_000 * cpuMs) / count },
    // Merges of what was inserted before are in it.
    "CPU of ClickHouse": { unit: "µs", value: (1_000_000 * ofServer) / count },
  });
}

type Carried = {
  readonly source: ClickSource;
  readonly store: ClickStore;
  readonly batchSize: number;
  readonly count: number;
};

/** @throws Whatever goes wrong first. */
async function carry({ source, store, batchSize, count }: Carried): Promise<void> {
  const done = Promise.withResolvers<void>();
  const writer = createWriter({
    source: {
      ...source,
      release: async () => (writer.stats().stored === count ? done.resolve() : undefined),
    },
    store,
    batchSize,
    now: () => recordedAt,
    random: Math.random,
    onEvent: (event) => done.reject(event.kind === "failed" ? event.error : new Error(event.kind)),
  });
  writer.start();
  try {
    await done.promise;
  } finally {
    await writer.stop(60_000);
  }
}

/** 0 for a server of somebody else. */
async function cpuSecondsOf({ process: engine }: ClickHouseServer): Promise<number> {
  return engine === undefined ? 0 : (await readUsage(engine.pid())).cpuSeconds;
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
    atLeast(
      "clicks a second from records in memory through a writer into raw clicks and roll-ups",
      of(storing, "rate"),
      30_000,
      "/s",
    ),
    atMost("a report on a year of 100 M clicks, in Nepal's time", of(reporting, "a year"), 200, "ms"),
  ];
}

const notes = [
  `a writer is given one partition in batches of ${batchRecords.toLocaleString("en")}: records are parsed and stored once, in raw clicks and all roll-ups; clicks-end-to-end reads them from real logs`,
  "the roll-ups of 100 M clicks of one link over a year are generated, a quarter of the clicks by new visitors",
  "reports are asked through the store, one at a time, after the batches of the round",
];
