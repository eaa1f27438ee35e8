import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchUsage, parseBenchArguments, type RunOptions } from "./bench-arguments.ts";
import type { Benchmark, BenchmarkContext } from "./benchmark.ts";
import { discoverBenchmarks } from "./discover.ts";
import { findSubjects } from "./find-subjects.ts";
import { chooseGenerator } from "./load/choose-generator.ts";
import { describeCommit, describeMachine } from "./machine.ts";
import { writeMeasuredPage } from "./measured-page.ts";
import { printResult } from "./print-result.ts";
import type { Report } from "./report.ts";
import { resultsFolder, saveResult, type Result } from "./result.ts";

/**
 * The command `bench`: runs the benchmarks named in `argv` and prints what they found.
 *
 * @returns The exit code: 0, 1 when answers were missing or wrong, 2 when the arguments make no sense.
 */
export async function runBench(argv: readonly string[]): Promise<number> {
  const known = await discoverBenchmarks();
  const parsed = parseBenchArguments(argv, known);
  if (parsed.kind === "refused") {
    console.error(`${parsed.reason}\n\n${benchUsage(known)}`);
    return 2;
  }
  let errors = 0;
  for (const benchmark of parsed.benchmarks) {
    const result = await runBenchmark(benchmark, parsed.options, (line) => console.error(`  ${line}`));
    errors += result.report.errors;
    console.log(printResult(result));
    if (parsed.save) console.log(`Saved to ${saveResult(result)}\n`);
  }
  if (parsed.save) writeMeasuredPage(resultsFolder);
  return errors === 0 ? 0 : 1;
}

/** Runs one benchmark in a folder of its own. Ctrl-C ends it and every process that it has started. */
export async function runBenchmark(
  benchmark: Benchmark,
  options: RunOptions,
  progress: (line: string) => void,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "narrows-bench-"));
  const interrupt = new AbortController();
  const abort = (): void => interrupt.abort(new Error("Interrupted."));
  process.once("SIGINT", abort).once("SIGTERM", abort);
  try {
    return await measure(benchmark, options, { folder, signal: interrupt.signal, progress });
  } finally {
    process.off("SIGINT", abort).off("SIGTERM", abort);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  benchmark: Benchmark,
  options: RunOptions,
  surroundings: Pick<BenchmarkContext, "folder" | "signal" | "progress">,
): Promise<Result> {
  const machine = describeMachine();
  const startedAt = new Date().toISOString();
  const generator = await chooseGenerator();
  const { present, missing } = await findSubjects();
  const seconds = options.seconds ?? benchmark.defaultSeconds;
  const cores = options.pin ? { server: machine.cores - 1, load: 0 } : undefined;
  const lacking = await findLacking(benchmark);
  const context = { ...options, ...surroundings, seconds, generator, subjects: present, cores };
  const report = lacking.length > 0 ? nothingMeasured : await benchmark.run(context);
  const measured = [
    ...benchmark.subjects.flatMap((name) => present.get(name) ?? []),
    ...(lacking.length > 0 ? [] : (benchmark.participants ?? [])),
  ];
  return {
    benchmark: benchmark.name,
    title: benchmark.title,
    startedAt,
    commit: await describeCommit(),
    machine,
    options: { ...options, seconds },
    generator: benchmark.loadedBy ?? `${generator.name} ${await generator.version()}`,
    subjects: await Promise.all(
      measured.map(async (subject) => ({
        name: subject.name,
        description: subject.description,
        version: await subject.version(),
      })),
    ),
    missing: [...benchmark.subjects.flatMap((name) => missing.get(name) ?? []), ...lacking],
    report,
  };
}

const nothingMeasured: Report = { series: [], claims: [], errors: 0, notes: [] };

async function findLacking({ name, participants = [] }: Benchmark): Promise<readonly string[]> {
  const reasons = await Promise.all(participants.map((participant) => participant.missing()));
  return reasons.flatMap((reason) => (reason === undefined ? [] : [`${name} is left out: ${reason}.`]));
}
