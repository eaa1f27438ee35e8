import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { buildPackage } from "../../../scripts/pack-limiter/build-package.ts";
import { reachedFiles } from "../../../scripts/pack-limiter/reached-files.ts";
import type { Benchmark, BenchmarkContext } from "../benchmark.ts";
import { interleave } from "../interleave.ts";
import { library, narrowsLimiter } from "../limiter/participants.ts";
import { runProgram } from "../process/run.ts";
import { atMost, type Report } from "../report.ts";
import { createSeriesBook } from "../series-book.ts";
import { median } from "../statistics.ts";

const source = join(import.meta.dirname, "..", "..", "..", "packages", "limiter");
const caseName = "a fresh process, the files in the operating system's page cache";
const theirs = ["rate-limiter-flexible", "express-rate-limit"];
/** Processes a round, of which the quickest counts: what else runs on the machine can only make it slower. */
const processes = 5;
const mostImportMs = 10;
const mostCoreBytes = 12 * 1024;

/** What it costs to have a rate limiter in a program. */
export const benchmark: Benchmark = {
  name: "limiter-import",
  title: "How long the import of a rate limiter takes, and how large its core is",
  subjects: [],
  participants: [
    narrowsLimiter("`import` of @narrows/limiter as it is published: createLimiter, memoryStore and all algorithms"),
    library("rate-limiter-flexible", "`import` of the package"),
    library("express-rate-limit", "`import` of the package"),
  ],
  loadedBy: "the subject's own start",
  defaultSeconds: 1,
  run: runLimiterImport,
};

async function runLimiterImport(context: BenchmarkContext): Promise<Report> {
  const book = createSeriesBook();
  const built = join(context.folder, "built");
  await buildPackage(source, built);
  const core = join(built, "js", "index.js");
  const coreBytes = reachedFiles(core).reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  const modules = [
    { name: "narrows", module: pathToFileURL(core).href },
    ...theirs.map((name) => ({ name, module: import.meta.resolve(name) })),
  ];
  await interleave(context.rounds, modules, async ({ name, module }, round) => {
    context.progress(`round ${round + 1}: ${name}`);
    book.add(caseName, name, { import: { unit: "ms", value: await quickestImport(module, context.signal) } });
  });
  return {
    series: book.series(),
    claims: [
      atMost("Import of the limiter's core", median(book.values(caseName, "narrows", "import")), mostImportMs, "ms"),
      atMost("Packed size of the limiter's core (gzip)", coreBytes, mostCoreBytes, "B"),
    ],
    errors: 0,
    notes: [
      `import: from before \`import()\` until it has resolved, the quickest of ${processes} processes in a round`,
      "size: every file that the package's main entry reaches, each compressed by itself",
    ],
  };
}

async function quickestImport(module: string, signal: AbortSignal): Promise<number> {
  const program = `const startMs = performance.now();
    import(process.argv[1]).then(() => console.log(performance.now() - startMs));`;
  let quickestMs = Infinity;
  for (let run = 0; run < processes; run++) {
    const { stdout } = await runProgram([process.execPath, "-e", program, module], 10_000, signal);
    quickestMs = Math.min(quickestMs, Number(stdout));
  }
  return quickestMs;
}
