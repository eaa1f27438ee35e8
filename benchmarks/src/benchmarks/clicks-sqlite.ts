import { join } from "node:path";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { cpuOf, type Taken } from "../clicks/cpu-of.ts";
import { createClicks } from "../clicks/random-click.ts";
import { fillMonth, fillYear, hotLink, monthTo, openPatiently, yearFrom, yearTo } from "../clicks/sqlite-file.ts";
import { library } from "../limiter/participants.ts";
import { atLeast, atMost, type Report } from "../report.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";

const batchSize = 5_000;
const links = 10_000;
const manyLinks = 100_000;
const clicksPerSecond = 10_000;
const hourMs = 3_600_000;
const storeCase = "clicks on 10,000 links by Zipf's law, in batches of 5,000";
const yearCase = "reports of a year of one link, 100,000,000 clicks";
const topCase = "the 10 links of 100,000 with the most clicks in 30 days";

/** Clicks into an SQLite file, and reports out of it. */
export const benchmark: Benchmark = {
  name: "clicks-sqlite",
  title: "What it costs to store a click in an SQLite file with all its roll-ups, and how long reports take",
  subjects: [],
  participants: [{ ...library("@narrows/clicks", "`openSqliteClicks` of @narrows/clicks/sqlite"), name: "narrows" }],
  loadedBy: "a loop in the subject's process",
  defaultSeconds: 5,
  run: runClicksSqlite,
};

async function runClicksSqlite(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  await measureStoring(context, book);
  await measureYear(context, book);
  await measureTop(context, book);
  const cpuUs = median(book.values(storeCase, "narrows", "cpu"));
  return {
    series: book.series(),
    claims: [
      atLeast("Clicks stored by a second of CPU", 1_000_000 / cpuUs, clicksPerSecond, "/s"),
      ...reports.map((name) =>
        atMost(`A year of a link: ${name}`, median(book.values(yearCase, name, "time")), 200, "ms"),
      ),
      atMost("The links with the most clicks", median(book.values(topCase, "narrows", "time")), 200, "ms"),
    ],
    errors: 0,
    notes: [
      "CPU is that of the whole process: the thread that gives the clicks and the one that stores them",
      "every click is kept raw and counted in three buckets of its link and of all links, with nine of twelve dimensions",
      "the year is in the zone of Seoul, so that it is read as eighths of a day",
    ],
  };
}

async function measureStoring(context: BenchmarkContext, book: SeriesBook): Promise<void> {
  const clicks = await openPatiently(join(context.folder, "stored.sqlite"));
  const next = createClicks(scaled(context, links), 1);
  const batches = Math.max(1, Math.round((clicksPerSecond * context.seconds * context.scale) / batchSize));
  let stored = 0;
  for (let round = -1; round < context.rounds; round += 1) {
    context.progress(`storing, round ${round + 1}`);
    const taken: Taken[] = [];
    for (let batch = 0; batch < batches; batch += 1) {
      const given = Array.from({ length: batchSize }, (_, index) =>
        next(yearFrom + Math.floor(((stored + index) * 1_000) / clicksPerSecond)),
      );
      const range = { partition: "0", from: stored, to: stored + batchSize };
      taken.push(await cpuOf(() => clicks.store({ ...range, clicks: given, dead: [] })));
      stored += batchSize;
    }
    // The first one fills caches and compiles.
    if (round >= 0) book.add(storeCase, "narrows", readingsOf(taken, batches * batchSize));
  }
  await clicks.close();
}

function readingsOf(taken: readonly Taken[], clicks: number) {
  const cpuMs = taken.reduce((sum, each) => sum + each.cpuMs, 0);
  const wallMs = taken.reduce((sum, each) => sum + each.wallMs, 0);
  return {
    cpu: { unit: "µs", value: (cpuMs * 1_000) / clicks },
    rate: { unit: "/s", value: (clicks / wallMs) * 1_000 },
  } as const;
}

const reports = ["days", "countries", "referrers"] as const;

async function measureYear(context: BenchmarkContext, book: SeriesBook): Promise<void> {
  const path = join(context.folder, "year.sqlite");
  context.progress("filling a year");
  await fillYear(path, context.scale);
  const clicks = await openPatiently(path);
  const seoulYear = { from: yearFrom + 15 * hourMs, to: yearTo - 9 * hourMs };
  const bounds: number[] = [];
  for (let at = seoulYear.from; at <= seoulYear.to; at += 24 * hourMs) bounds.push(at);
  const breakdown = { ...seoulYear, link: hotLink, classes: ["human"], limit: 100 } as const;
  const asked: Readonly<Record<(typeof reports)[number], () => Promise<unknown>>> = {
    days: () => clicks.series(hotLink, bounds),
    countries: () => clicks.breakdown({ ...breakdown, dimension: "country" }),
    referrers: () => clicks.breakdown({ ...breakdown, dimension: "referrer" }),
  };
  for (let round = -1; round < context.rounds; round += 1) {
    for (const name of reports) await addReport(addTo(book, round), [yearCase, name], asked[name]);
  }
  await clicks.close();
}

async function measureTop(context: BenchmarkContext, book: SeriesBook): Promise<void> {
  const path = join(context.folder, "month.sqlite");
  context.progress("filling a month");
  await fillMonth(path, scaled(context, manyLinks));
  const clicks = await openPatiently(path);
  const query = { from: yearFrom, to: monthTo, classes: ["human"], among: undefined, limit: 10 } as const;
  for (let round = -1; round < context.rounds; round += 1) {
    await addReport(addTo(book, round), [topCase, "narrows"], () => clicks.top(query));
  }
  await clicks.close();
}

/** The round before the first one fills caches: it is shown and not judged. */
function addTo(book: SeriesBook, round: number): SeriesBook["add"] {
  if (round >= 0) return book.add;
  return (caseName, subject, readings) => book.add(`${caseName}, for the first time`, subject, readings);
}

async function addReport(add: SeriesBook["add"], names: readonly [string, string], ask: () => Promise<unknown>) {
  const { cpuMs, wallMs } = await cpuOf(ask);
  add(...names, { time: { unit: "ms", value: wallMs }, "CPU time": { unit: "ms", value: cpuMs } });
}
