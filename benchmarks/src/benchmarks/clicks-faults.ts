import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { clickhouseServer } from "../clickhouse/clickhouse-under-test.ts";
import { clickhouseFaults } from "../clicks-faults/clickhouse-faults.ts";
import { fileFaults } from "../clicks-faults/file-faults.ts";
import { redirectsPerSecond } from "../clicks-faults/follow.ts";
import { kafkaFaults } from "../clicks-faults/kafka-faults.ts";
import { ledgerCase } from "../clicks-faults/measure-fault.ts";
import { killCase } from "../clicks-faults/measure-kill.ts";
import { outboxFaults } from "../clicks-faults/outbox-faults.ts";
import { casesOf, runGroup, type GroupReport } from "../clicks-faults/run-group.ts";
import { kafkaBroker } from "../kafka/kafka-under-test.ts";
import { describePostgres } from "../postgres/postgres-under-test.ts";
import { atLeast, atMost, exactly, type Claim, type Report } from "../report.ts";
import { createSeriesBook, type SeriesBook } from "../series-book.ts";
import { subject as narrows } from "../subjects/narrows.ts";

/** Clicks whose parts are at fault. */
export const benchmark: Benchmark = {
  name: "clicks-faults",
  title:
    "What a redirect costs while the log, the store, the writer or the clock of clicks is at fault, and what becomes of the clicks",
  subjects: [],
  participants: [
    {
      ...narrows,
      description: "`narrows serve`, one process, with clicks as each fault needs them, and a twin without the fault",
    },
    kafkaBroker,
    clickhouseServer,
    describePostgres("32 MB"),
  ],
  loadedBy: `a generator at ${redirectsPerSecond.toLocaleString("en")} redirects a second`,
  cases: [fileFaults, outboxFaults, clickhouseFaults, kafkaFaults].flatMap(casesOf),
  defaultSeconds: 2,
  run: runClicksFaults,
};

async function runClicksFaults(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  const reports: readonly GroupReport[] = [
    await runGroup(context, fileFaults, book),
    await runGroup(context, outboxFaults, book),
    await runGroup(context, clickhouseFaults, book),
    await runGroup(context, kafkaFaults, book),
  ];
  return {
    series: book.series(),
    claims: [...reports.flatMap(({ claims }) => claims), ...ledgerClaims(book)],
    errors: reports.reduce((sum, { errors }) => sum + errors, 0),
    notes: [...notes, ...reports.flatMap((report) => report.notes)],
  };
}

const notes = [
  "each fault is done to one of two services that are set up alike; redirects go to both in turn, and the fault holds from the first round to the last",
  "cpu is that of the service's process, what it does for clicks behind the redirect included: a writer that is cut off from its log or store does less; cpu of its thread is that of the thread that redirects (Linux)",
  "p99 as it begins: of the first round of the fault, which the medians do not show",
  "closed after: from the end of the fault until every click that was sent is stored or counted as dropped",
  "latency counts from the intended time of each request; late p99: how late the generator was itself",
];

/** What comes in a tenth of a second: the 20 ms that a visit may wait, and an append under way. */
const mostLostClicks = redirectsPerSecond / 10;

/** Every click is somewhere, and none is there twice; what is answered with the outbox outlives the service. */
function ledgerClaims(book: SeriesBook): readonly Claim[] {
  const figures = (caseName: string, figure: string) =>
    book.series().flatMap((each) => (each.case === caseName ? (each.figures[figure]?.values ?? []) : []));
  const accounted = figures(ledgerCase, "accounted");
  const farthest = accounted.toSorted((one, other) => Math.abs(other - 100) - Math.abs(one - 100)).at(0);
  const [kept] = book.values(killCase, "CLICKS=outbox", "kept");
  const mostLost = ["memory", "kafka"].flatMap((log) => book.values(killCase, `CLICKS=${log}`, "lost"));
  return [
    ...(farthest === undefined
      ? []
      : [exactly("Clicks stored or counted as dropped after the fault that loses most", farthest, 100, "%")]),
    ...(mostLost.length === 0
      ? []
      : [
          atMost(
            "Clicks that a kill -9 loses with CLICKS=memory or kafka",
            Math.max(...mostLost),
            mostLostClicks,
            "count",
          ),
        ]),
    ...(kept === undefined
      ? []
      : [atLeast("Clicks of answered redirects that outlive a kill -9 with CLICKS=outbox", kept, 100, "%")]),
  ];
}
