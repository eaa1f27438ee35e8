import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import { atMost, type Report } from "../report.ts";
import { fillAll, startOn } from "../running-subjects.ts";
import { createSeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";

const subjects = ["node-http", "narrows", "express-sqlite"];
const links = 1000;
const caseName = "from the spawn of the process to its first redirect";

/** Start of the process. */
export const benchmark: Benchmark = {
  name: "start",
  title: "How long a start takes, with and without what earlier starts have left in the compile cache",
  subjects,
  defaultSeconds: 1,
  run: runStart,
};

async function runStart(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  const starts = await prepareStarts(context);
  await interleave(context.rounds, starts, async ({ name, isCold, folder, subject }, round) => {
    context.progress(`round ${round + 1}: ${name}`);
    if (isCold) subject.forgetStarts(folder);
    const server = await startOn(context, subject, folder);
    book.add(caseName, name, { start: { unit: "s", value: server.startMs / 1000 } });
    await server[Symbol.asyncDispose]();
  });
  const startOf = (name: string): number => median(book.values(caseName, name, "start"));
  return {
    series: book.series(),
    claims: [
      atMost("Start with a warm compile cache", startOf("narrows warm"), 0.5, "s"),
      atMost("Start with no compile cache", startOf("narrows cold"), 1, "s"),
    ],
    errors: 0,
    notes: ["Cold means an empty compile cache; the sources lie in the operating system's page cache either way."],
  };
}

/** A warm start of Narrows comes right after its cold one, which has filled the cache. */
async function prepareStarts(context: BenchmarkContext) {
  const filled = await fillAll(context, subjects, links);
  return filled.flatMap((start) =>
    start.subject.name === "narrows"
      ? [
          { ...start, name: "narrows cold", isCold: true },
          { ...start, name: "narrows warm", isCold: false },
        ]
      : [{ ...start, name: start.subject.name, isCold: false }],
  );
}
