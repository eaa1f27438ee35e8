import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { cpuWhile, measureLatency, wasOnTime, type Stream } from "../fixed-rate.ts";
import { interleave } from "../interleave.ts";
import { pathsOf, unknownPath } from "../link-set.ts";
import { followPlan, unknownPlan } from "../load/request-plan.ts";
import { atMost, judgedIf, type Report } from "../report.ts";
import { scaled, startFilled, subjectNamed } from "../running-subjects.ts";
import { createSeriesBook } from "../series-book.ts";
import { medianRatio } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";

const subjects = ["narrows"];
const links = 10_000;
const unknownCodes = 1_000_000;
const knownPerSecond = 500;
const floodPerSecond = 3000;
const caseName = "known links at 500 a second, with a flood of 3,000 a second";

/** A flood of codes that nobody has. */
export const benchmark: Benchmark = {
  name: "unknown-flood",
  title: "Whether known links become slower while unknown codes are tried out",
  subjects,
  defaultSeconds: 6,
  run: runUnknownFlood,
};

/** The control is a flood of the same size to links that exist: one process answers both, so some wait is fair. */
const floods = ["none", "of known links", "of unknown codes"] as const;
type Flood = (typeof floods)[number];

async function runUnknownFlood(context: BenchmarkContext): Promise<Report> {
  const linkCount = scaled(context, links);
  const known = pathsOf(0, linkCount);
  const unknown = Array.from({ length: scaled(context, unknownCodes) }, (_, index) => unknownPath(index));
  await using server = await startFilled(context, subjectNamed(context, "narrows"), linkCount, "narrows");
  const book = createSeriesBook();
  let errors = 0;
  await interleave(context.rounds + 1, floods, async (flood, round) => {
    const isWarmUp = round === 0;
    context.progress(isWarmUp ? `warm up: flood ${flood}` : `round ${round}: flood ${flood}`);
    const first = Math.round(round * context.seconds * floodPerSecond);
    const watched = { server, plan: followPlan(known), perSecond: knownPerSecond };
    const beside = floodOf(flood, server, first, { known, unknown });
    const measured = await cpuWhile(server, () => measureLatency(context, watched, beside));
    errors += measured.errors;
    if (!isWarmUp) book.add(caseName, `flood ${flood}`, { ...measured.readings, cpu: measured.cpu });
  });
  const ratio = (figure: string): number =>
    medianRatio(
      book.values(caseName, "flood of unknown codes", figure),
      book.values(caseName, "flood of known links", figure),
    );
  return {
    series: book.series(),
    claims: [
      judgedIf(
        wasOnTime(book, caseName, ["flood of unknown codes", "flood of known links"]),
        atMost("p99 of known links, flood of unknown codes against flood of known links", ratio("p99"), 1.25),
      ),
      atMost("CPU of the server, flood of unknown codes against flood of known links", ratio("cpu"), 2),
    ],
    errors,
    notes: [
      `unknown codes: ${unknown.length.toLocaleString("en")} different ones in turn`,
      "cpu: of the server, for each answer, those to the flood included",
    ],
  };
}

function floodOf(
  flood: Flood,
  server: RunningSubject,
  first: number,
  paths: { readonly known: readonly string[]; readonly unknown: readonly string[] },
): readonly Stream[] {
  if (flood === "none") return [];
  const plan = flood === "of known links" ? followPlan(paths.known, first) : unknownPlan(paths.unknown, first);
  return [{ server, plan, perSecond: floodPerSecond }];
}
