import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { createPlan } from "../create-plan.ts";
import { measureLatency, wasOnTime, type Stream } from "../fixed-rate.ts";
import { interleave } from "../interleave.ts";
import { codeOf } from "../link-set.ts";
import { listPlan } from "../list-plan.ts";
import { followPlan } from "../load/request-plan.ts";
import { atMost, judgedIf, type Report } from "../report.ts";
import { scaled, startFilled, subjectNamed } from "../running-subjects.ts";
import { createSeriesBook } from "../series-book.ts";
import { medianRatio } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";
import { drawZipf, seededRandom } from "../zipf.ts";

const subjects = ["narrows"];
const links = 100_000;
const seed = 20_261_130;
const redirectsPerSecond = 1000;
/** The peak of new links that the service is designed for. */
const createsPerSecond = 200;
const listsPerSecond = 20;
const caseName = "redirects at 1,000 a second, with 200 creates and 20 lists a second";

/** Redirects among other work. */
export const benchmark: Benchmark = {
  name: "mixed",
  title: "Whether redirects become slower while links are created and listed",
  subjects,
  defaultSeconds: 6,
  run: runMixed,
};

/**
 * The control sends the same creates and lists to a second server on the same machine: what it costs is the machine's
 * cores, what comes on top in `here` is the server's own doing.
 */
const phases = ["alone", "elsewhere", "here"] as const;
type Phase = (typeof phases)[number];

async function runMixed(context: BenchmarkContext): Promise<Report> {
  const linkCount = scaled(context, links);
  const narrows = subjectNamed(context, "narrows");
  await using server = await startFilled(context, narrows, linkCount, "narrows");
  await using other = await startFilled(context, narrows, linkCount, "narrows-other");
  const book = createSeriesBook();
  const paths = drawZipf(linkCount, 100_000, seededRandom(seed)).map((index) => `/${codeOf(index)}`);
  let errors = 0;
  await interleave(context.rounds + 1, phases, async (phase, round) => {
    const isWarmUp = round === 0;
    context.progress(isWarmUp ? `warm up: ${phase}` : `round ${round}: ${phase}`);
    const redirects = { server, plan: followPlan(paths, round * 10_000), perSecond: redirectsPerSecond };
    const measured = await measureLatency(context, redirects, otherWork(phase, { server, other }, `${phase}-${round}`));
    errors += measured.errors;
    if (!isWarmUp) book.add(caseName, `work ${phase}`, measured.readings);
  });
  const p99 = (phase: Phase): readonly number[] => book.values(caseName, `work ${phase}`, "p99");
  return {
    series: book.series(),
    claims: [
      judgedIf(
        wasOnTime(book, caseName, ["work here", "work alone"]),
        atMost("p99 of redirects, creates and lists here against alone", medianRatio(p99("here"), p99("alone")), 1.5),
      ),
      judgedIf(
        wasOnTime(book, caseName, ["work here", "work elsewhere"]),
        atMost(
          "p99 of redirects, the same work here against elsewhere",
          medianRatio(p99("here"), p99("elsewhere")),
          1.25,
        ),
      ),
    ],
    errors,
    notes: [
      "elsewhere: the same creates and lists go to another server on this machine, so only the cores are shared",
      "latency counts from the intended time of each request; late p99: how late the generator was itself",
    ],
  };
}

function otherWork(
  phase: Phase,
  servers: { readonly server: RunningSubject; readonly other: RunningSubject },
  series: string,
): readonly Stream[] {
  if (phase === "alone") return [];
  const server = phase === "here" ? servers.server : servers.other;
  return [
    { server, plan: createPlan(server, series), perSecond: createsPerSecond },
    { server, plan: listPlan(server), perSecond: listsPerSecond },
  ];
}
