import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { cacheHitShare } from "../cache-hit-share.ts";
import { measureRound, warmUp } from "../closed-loop.ts";
import { interleave } from "../interleave.ts";
import { codeOf } from "../link-set.ts";
import { followPlan } from "../load/request-plan.ts";
import { atMost, type Report } from "../report.ts";
import { scaled, startSubjects } from "../running-subjects.ts";
import { cpuRatio, createSeriesBook } from "../series-book.ts";
import { drawZipf, seededRandom } from "../zipf.ts";

const subjects = ["node-http", "nginx", "narrows", "express-sqlite"];
const links = 10_000;
const draws = 100_000;
const seed = 20_261_130;

/** Redirects out of memory. */
export const benchmark: Benchmark = {
  name: "hot-redirect",
  title: "What a redirect costs when the link is in memory: one link, and 10,000 links by Zipf's law",
  subjects,
  defaultSeconds: 4,
  run: runHotRedirect,
};

async function runHotRedirect(context: BenchmarkContext): Promise<Report> {
  const linkCount = scaled(context, links);
  await using running = await startSubjects(context, subjects, linkCount);
  const book = createSeriesBook();
  let errors = 0;
  for (const { name, plan } of cases(linkCount)) {
    for (const server of running.servers) await warmUp(context, server, plan);
    await interleave(context.rounds, running.servers, async (server, round) => {
      context.progress(`${name}, round ${round + 1}: ${server.name}`);
      const hits = await cacheHitShare(server);
      const measured = await measureRound(context, server, plan);
      errors += measured.errors;
      book.add(name, server.name, { ...measured.readings, ...(await hits()) });
    });
  }
  const claims = cases(linkCount).map(({ name }) =>
    atMost(`CPU of a hot redirect (${name}) against bare node:http`, cpuRatio(book, name, "narrows"), 1.25),
  );
  return {
    series: book.series(),
    claims,
    errors,
    notes: ["hits: share of redirects that the memory cache answered, from the server's own metrics"],
  };
}

function cases(linkCount: number) {
  const drawn = drawZipf(linkCount, draws, seededRandom(seed)).map((index) => `/${codeOf(index)}`);
  return [
    { name: "one link", plan: followPlan([`/${codeOf(0)}`]) },
    { name: "Zipf", plan: followPlan(drawn) },
  ];
}
