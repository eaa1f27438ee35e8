import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { cacheHitShare, wasCold } from "../cache-hit-share.ts";
import { cpuWhile, measureLatency, wasOnTime } from "../fixed-rate.ts";
import { followAll } from "../follow-all.ts";
import { interleave } from "../interleave.ts";
import { pathsOf } from "../link-set.ts";
import { followPlan } from "../load/request-plan.ts";
import { atMost, judgedIf, validIf, type Report } from "../report.ts";
import { fillFolder, scaled, startOn, subjectNamed } from "../running-subjects.ts";
import { createSeriesBook } from "../series-book.ts";
import { shuffled } from "../shuffle.ts";
import { medianRatio } from "../statistics.ts";
import type { RunningSubject } from "../subject.ts";
import { seededRandom } from "../zipf.ts";

const subjects = ["narrows"];
const few = 10_000;
const many = 1_000_000;
const perSecond = 3000;
/** Some 1,400 links. They are of those that fill it first and no round follows, so every lookup goes to the file. */
const smallestCache = { CACHE_SIZE: "1MiB" };
const residents = 2000;
const seed = 20_261_130;
const caseName = `every request another link, ${perSecond.toLocaleString("en")} a second`;

/** Size of the file. */
export const benchmark: Benchmark = {
  name: "million",
  title: "Whether a lookup costs more with 1,000,000 links in the file than with 10,000",
  subjects,
  defaultSeconds: 6,
  run: runMillion,
};

type Sized = {
  readonly resident: readonly string[];
  readonly paths: readonly string[];
  readonly name: string;
  readonly server: RunningSubject;
};

async function runMillion(context: BenchmarkContext): Promise<Report> {
  const narrows = subjectNamed(context, "narrows");
  await using stack = new AsyncDisposableStack();
  const sized: Sized[] = [];
  for (const links of [scaled(context, few), scaled(context, many)]) {
    const name = `${links.toLocaleString("en")} links`;
    const folder = await fillFolder(context, narrows, links, `narrows-${links}`);
    const server = await startOn(context, narrows, folder, smallestCache);
    const first = Math.min(scaled(context, residents), links - 1);
    const paths = shuffled(pathsOf(first, links - first), seededRandom(seed));
    sized.push({ resident: pathsOf(0, first), paths, name, server: stack.use(server) });
  }
  const { book, errors } = await measureSizes(context, sized);
  const [small, large] = sized.map(({ name }) => name);
  const ratioOf = (figure: string): number =>
    medianRatio(book.values(caseName, large ?? "", figure), book.values(caseName, small ?? "", figure));
  const names = [small ?? "", large ?? ""];
  const isCold = wasCold(book, caseName, names);
  const isTold = wasOnTime(book, caseName, names);
  return {
    series: book.series(),
    claims: [
      validIf(isCold, atMost("CPU of a lookup, large file against small", ratioOf("cpu"), 1.5)),
      validIf(isCold, judgedIf(isTold, atMost("p99 of a lookup, large file against small", ratioOf("p99"), 1.5))),
    ],
    errors,
    notes: [
      "hits: share of redirects that the memory cache answered, from the server's own metrics; invalid above 5 %",
      "late p99: how late the generator was itself",
    ],
  };
}

async function measureSizes(context: BenchmarkContext, sized: readonly Sized[]) {
  const book = createSeriesBook();
  let errors = 0;
  const firstRound = context.isTrial === true ? 1 : 0;
  await interleave(context.rounds + 1 - firstRound, sized, async ({ resident, paths, name, server }, index) => {
    const round = index + firstRound;
    const isWarmUp = round === 0;
    context.progress(isWarmUp ? `warm up: ${name}` : `round ${round}: ${name}`);
    if (isWarmUp) await followAll(context, server, resident);
    const plan = followPlan(paths, Math.round(round * context.seconds * perSecond));
    const hits = await cacheHitShare(server);
    const measured = await cpuWhile(server, () => measureLatency(context, { server, plan, perSecond }));
    errors += measured.errors;
    if (!isWarmUp) book.add(caseName, name, { cpu: measured.cpu, ...measured.readings, ...(await hits()) });
  });
  return { book, errors };
}
