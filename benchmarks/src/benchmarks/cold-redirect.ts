import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { cacheHitShare, wasCold } from "../cache-hit-share.ts";
import { measureRound, warmUp } from "../closed-loop.ts";
import { cpuWhile, measureLatency } from "../fixed-rate.ts";
import { followAll } from "../follow-all.ts";
import { interleave } from "../interleave.ts";
import { pathsOf } from "../link-set.ts";
import { followPlan } from "../load/request-plan.ts";
import { atMost, validIf, type Report } from "../report.ts";
import { scaled, startSubjects } from "../running-subjects.ts";
import { cpuRatio, createSeriesBook } from "../series-book.ts";
import { shuffled } from "../shuffle.ts";
import { seededRandom } from "../zipf.ts";

const subjects = ["node-http", "narrows", "express-sqlite"];
/** Several times as many as the memory cache notes: by the time that a link comes again, that it came is forgotten. */
const links = 400_000;
/** More than the memory cache holds. They fill it first, and no measured round follows them. */
const residents = 130_000;
const seed = 20_261_130;
const caseName = "every request another link";
/** A rate that every server keeps up with, so that each is woken as often as the others. */
const perSecond = 10_000;
const equalRateName = `${perSecond.toLocaleString("en")} requests a second to each`;

/** Redirects out of the file. */
export const benchmark: Benchmark = {
  name: "cold-redirect",
  title: "What a redirect costs when the link must be read from SQLite: every request follows another one",
  subjects,
  defaultSeconds: 4,
  run: runColdRedirect,
};

async function runColdRedirect(context: BenchmarkContext): Promise<Report> {
  const paths = shuffled(pathsOf(0, scaled(context, links)), seededRandom(seed));
  const resident = pathsOf(paths.length, scaled(context, residents));
  await using running = await startSubjects(context, subjects, paths.length + resident.length);
  const book = createSeriesBook();
  /** Where each subject goes on: no round begins with links that the last one has just read. */
  const next = new Map<string, number>();
  let errors = 0;
  for (const server of running.servers) {
    context.progress(`fill memory: ${server.name}`);
    await followAll(context, server, resident);
    await warmUp(context, server, followPlan(paths, paths.length >> 1));
  }
  await interleave(context.rounds, running.servers, async (server, round) => {
    context.progress(`round ${round + 1}: ${server.name}`);
    const first = next.get(server.name) ?? 0;
    const hits = await cacheHitShare(server);
    const measured = await measureRound(context, server, followPlan(paths, first));
    next.set(server.name, first + measured.requests);
    errors += measured.errors;
    book.add(caseName, server.name, { ...measured.readings, ...(await hits()) });
    const plan = followPlan(paths, next.get(server.name) ?? 0);
    const even = await cpuWhile(server, () => measureLatency(context, { server, plan, perSecond }));
    next.set(server.name, (next.get(server.name) ?? 0) + even.requests);
    errors += even.errors;
    book.add(equalRateName, server.name, { cpu: even.cpu, ...even.readings });
  });
  const ratio = cpuRatio(book, caseName, "narrows");
  return {
    series: book.series(),
    claims: [
      validIf(
        wasCold(book, caseName, ["narrows"]),
        atMost("CPU of a cold redirect against bare node:http", ratio, 1.6),
      ),
    ],
    errors,
    notes: [
      `${paths.length.toLocaleString("en")} links in random order, each followed again only after all the others`,
      `${resident.length.toLocaleString("en")} others were followed first, to fill memory`,
      "hits: share of redirects that the memory cache answered, from the server's own metrics; invalid above 5 %",
      "The file lies in the page cache of the operating system: cold means SQLite, not the disk.",
    ],
  };
}
