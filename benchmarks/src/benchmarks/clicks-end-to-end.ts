import { join } from "node:path";
import type { Visit } from "@narrows/clicks";
import { openTopics } from "../../../tests/clicks/kafka/kafka-topics.ts";
import type { ClickHouseServer } from "../../../tests/services/clickhouse-server.ts";
import { kafkaService } from "../../../tests/services/kafka-program.ts";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { askClickHouse, clickhouseServer, startBrought } from "../clickhouse/clickhouse-under-test.ts";
import { cpuOf } from "../clicks/cpu-of.ts";
import { openServiceClicks } from "../clicks/open-service-clicks.ts";
import { createVisits } from "../clicks/varied-visits.ts";
import { startBroughtKafka } from "../kafka/kafka-under-test.ts";
import { library } from "../limiter/participants.ts";
import { readUsage } from "../process/usage.ts";
import { atLeast, type Report } from "../report.ts";
import { scaled } from "../running-subjects.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";

const subject = "narrows";
const clicksOfRound = 600_000;
const warmUpClicks = 20_000;
const throughFiles = "from the recorder through files into ClickHouse";
const outOfFiles = "what was logged before, out of files into ClickHouse";
const throughKafka = "from the recorder through Kafka into ClickHouse";
const topic = "clicks";
const kafkaPartitions = 12;
const bringWithinMs = 180_000;

/** Clicks from the redirect to the report's tables, with everything that the service puts between. */
export const benchmark: Benchmark = {
  name: "clicks-end-to-end",
  title: "How many clicks a second go from redirects into ClickHouse, and what all of their way costs",
  subjects: [],
  participants: [
    {
      ...library(
        "@narrows/clicks",
        "what `narrows serve` makes of clicks with its defaults and CLICKHOUSE_URL, in this process",
      ),
      name: subject,
    },
    clickhouseServer,
  ],
  loadedBy: "a loop in the recorder's thread",
  cases: ["files", "kafka"],
  defaultSeconds: 1,
  run: measure,
};

async function measure(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  const isAsked = (name: string) => context.only === undefined || context.only === name;
  const notes = [...alwaysNoted];
  let errors = 0;
  if (isAsked("files")) {
    errors += await measureThrough(context, book, { name: throughFiles, settings: { CLICKS: "memory" }, brokers: [] });
  }
  if (isAsked("kafka")) {
    const isThere = (await kafkaService.bring(bringWithinMs)).kind !== "skipped";
    if (isThere) errors += await measureKafka(context, book);
    else notes.push("Kafka is not installed here, and left out");
  }
  return { series: book.series(), claims: claimsOf(book), errors, notes };
}

function claimsOf(book: SeriesBook) {
  const claims = {
    "clicks a second out of files into ClickHouse": outOfFiles,
    [`clicks a second ${throughFiles}`]: throughFiles,
  };
  return Object.entries(claims).flatMap(([text, name]) => {
    const rates = book.values(name, subject, "rate");
    return rates.length === 0 ? [] : [atLeast(text, median(rates), 30_000, "/s")];
  });
}

async function measureKafka(context: BenchmarkContext, book: SeriesBook): Promise<number> {
  await using kafka = await startBroughtKafka();
  await using topics = openTopics(kafka.broker);
  await topics.make(topic, kafkaPartitions);
  const settings = { CLICKS: "kafka", KAFKA_BROKERS: kafka.broker, KAFKA_TOPIC: topic };
  return await measureThrough(context, book, { name: throughKafka, settings, brokers: [kafka.pid] });
}

type Way = {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Processes whose CPU is that of the log. */
  readonly brokers: readonly number[];
};

/** @returns How many clicks are counted wrongly. */
async function measureThrough(context: BenchmarkContext, book: SeriesBook, way: Way): Promise<number> {
  await using server = await startBrought();
  const database = `narrows_benchmark_${process.pid}`;
  const measured = { context, book, way, server, database, next: createVisits() };
  const sent = await measureCarrying(measured);
  const drained = way.name === throughFiles ? await measureDraining(measured) : 0;
  return Math.abs((await numberFrom(server, database, "SELECT count() FROM clicks")) - sent - drained);
}

type Measured = {
  readonly context: BenchmarkContext;
  readonly book: SeriesBook;
  readonly way: Way;
  readonly server: ClickHouseServer;
  readonly database: string;
  readonly next: (at: number) => Visit;
};

/** @returns How many clicks were recorded. */
async function measureCarrying(measured: Measured): Promise<number> {
  const { context, way, next } = measured;
  const count = scaled(context, clicksOfRound);
  await using clicks = await openIn(measured, way.name, true);
  let sent = 0;
  const carry = async (more: number): Promise<void> => {
    await clicks.record(more, next);
    await clicks.untilStored((sent += more));
  };
  context.progress(`${way.name}, warm-up`);
  await carry(scaled(context, warmUpClicks));
  for (let round = 0; round < context.rounds; round += 1) {
    context.progress(`${way.name}, round ${round + 1}`);
    await measureRound(measured, way.name, count, () => carry(count));
  }
  return sent;
}

/** One process logs, and the next one finds it all. @returns How many clicks were recorded. */
async function measureDraining(measured: Measured): Promise<number> {
  const { context, next } = measured;
  const count = scaled(context, clicksOfRound);
  for (let round = 0; round < context.rounds; round += 1) {
    context.progress(`${outOfFiles}, round ${round + 1}`);
    const folder = `drained-${round}`;
    {
      await using logging = await openIn(measured, folder, false);
      await logging.record(count - 1, next);
    }
    await using counting = await openIn(measured, folder, true);
    await measureRound(measured, outOfFiles, count, async () => {
      // Has it begun at once.
      await counting.record(1, next);
      await counting.untilStored(count);
    });
  }
  return context.rounds * count;
}

function openIn({ context, way, server, database }: Measured, folder: string, isWriter: boolean) {
  const place = {
    CLICKHOUSE_URL: new URL(database, server.url).href,
    DATA_DIR: join(context.folder, folder.replaceAll(" ", "-")),
  };
  return openServiceClicks({ ...place, ...way.settings }, { isWriter, signal: context.signal });
}

async function measureRound(
  { book, way, server, database }: Measured,
  caseName: string,
  count: number,
  work: () => Promise<void>,
): Promise<void> {
  const engine = server.process === undefined ? [] : [server.process.pid()];
  const batches = () => numberFrom(server, database, "SELECT uniqExact(partition, from_position) FROM click_ranges");
  const before = { batches: await batches(), engine: await cpuMsOf(engine), brokers: await cpuMsOf(way.brokers) };
  const { cpuMs, wallMs } = await cpuOf(work);
  const ofEngine = (await cpuMsOf(engine)) - before.engine;
  const ofBrokers = (await cpuMsOf(way.brokers)) - before.brokers;
  const perClick = (ms: number) => ({ unit: "µs", value: (1_000 * ms) / count }) as const;
  book.add(caseName, subject, {
    rate: { unit: "/s", value: (1_000 * count) / wallMs },
    "clicks of a batch": { unit: "count", value: count / ((await batches()) - before.batches) },
    "CPU of all": perClick(cpuMs + ofEngine + ofBrokers),
    "CPU of the service": perClick(cpuMs),
    "CPU of ClickHouse": perClick(ofEngine),
    ...(way.brokers.length === 0 ? {} : { "CPU of Kafka": perClick(ofBrokers) }),
  });
}

async function cpuMsOf(processes: readonly number[]): Promise<number> {
  const used = await Promise.all(processes.map((pid) => readUsage(pid)));
  return used.reduce((sum, { cpuSeconds }) => sum + 1_000 * cpuSeconds, 0);
}

const numberFrom = async ({ url }: ClickHouseServer, database: string, statement: string): Promise<number> =>
  Number(await askClickHouse(url, statement, database));

const alwaysNoted = [
  "redirects are taken by the recorder as fast as the log takes them; a thread of their own describes, logs, reads and stores them, in batches of 50,000 at most",
  "a round is over when its last click is in raw clicks and all roll-ups, the last batch of it being what is left",
  "what was logged before is found by a process that begins: its start is in it, and nothing is recorded meanwhile",
  "answering the redirects is not in it; ClickHouse, and Kafka with 12 partitions, share the machine's cores",
];
