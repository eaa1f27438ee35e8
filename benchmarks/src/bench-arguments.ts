import os from "node:os";
import { parseArgs } from "node:util";
import type { Benchmark } from "./benchmark.ts";

export type RunOptions = {
  /** Of one round; undefined: what the benchmark thinks right. */
  readonly seconds: number | undefined;
  readonly rounds: number;
  /** Multiplies numbers of links. */
  readonly scale: number;
  /** True: the subjects share the last core, the load takes the first. */
  readonly pin: boolean;
  /** The one case to run, of a benchmark that has `cases`; undefined: all. */
  readonly only?: string;
  /** True in tests, which measure nothing: no warm-up, and the measured rounds look at every answer instead. */
  readonly isTrial?: boolean;
};

export type BenchArguments =
  | {
      readonly kind: "accepted";
      readonly benchmarks: readonly Benchmark[];
      readonly options: RunOptions;
      readonly save: boolean;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** Reads the command line. `all` stands for every benchmark. */
export function parseBenchArguments(argv: readonly string[], known: readonly Benchmark[]): BenchArguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        seconds: { type: "string" },
        rounds: { type: "string", default: "5" },
        scale: { type: "string", default: "1" },
        pin: { type: "boolean", default: false },
        case: { type: "string" },
        save: { type: "boolean", default: false },
      },
    });
    const benchmarks = chooseBenchmarks(positionals, known);
    const options = {
      seconds: values.seconds === undefined ? undefined : numberBetween("--seconds", values.seconds, 1, 600),
      rounds: numberBetween("--rounds", values.rounds, 1, 100),
      scale: numberBetween("--scale", values.scale, 0.0001, 5),
      pin: values.pin && mayPin(),
      ...(values.case !== undefined && { only: chooseCase(values.case, benchmarks, values.save) }),
    };
    return { kind: "accepted", benchmarks, options, save: values.save };
  } catch (error) {
    return { kind: "refused", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** What the command understands. */
export function benchUsage(known: readonly Benchmark[]): string {
  const names = known.map(({ name, title }) => `  ${name.padEnd(15)} ${title}`);
  const cases = known.flatMap(({ name, cases: own = [] }) => own.map((each) => `  ${name.padEnd(15)} ${each}`));
  return [
    "npm run bench -- NAME… [--seconds S] [--rounds N] [--scale F] [--pin] [--case CASE] [--save]",
    "",
    "  NAME is `all` or among:",
    ...names,
    "",
    "  --seconds S  length of one round (1 to 600)",
    "  --rounds N   rounds for each subject, interleaved (default 5)",
    "  --scale F    multiplies the number of links (default 1; 0.01 for a quick look)",
    "  --pin        Linux: subjects on the last core, load on the first; steadier, but no threads side by side",
    "  --case CASE  only this case of a benchmark that can run them apart, which is not kept:",
    ...cases,
    "  --save       keep the result in benchmarks/results/",
  ].join("\n");
}

function chooseBenchmarks(names: readonly string[], known: readonly Benchmark[]): readonly Benchmark[] {
  if (names.length === 0) throw new Error("Name a benchmark, or `all`.");
  if (names.includes("all")) return known;
  const unknown = names.find((name) => !known.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined) throw new Error(`There is no benchmark "${unknown}".`);
  return known.filter(({ name }) => names.includes(name));
}

/** What is kept is the whole of a benchmark. */
function chooseCase(name: string, benchmarks: readonly Benchmark[], isKept: boolean): string {
  if (isKept) throw new Error("--case and --save do not go together: only a whole benchmark is kept.");
  const lacking = benchmarks.find(({ cases = [] }) => !cases.includes(name));
  if (lacking !== undefined) throw new Error(`${lacking.name} has no case "${name}" that could be run alone.`);
  return name;
}

function numberBetween(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= least && value <= most) return value;
  throw new Error(`${option} is a number from ${least} to ${most}, not "${text}".`);
}

function mayPin(): true {
  if (process.platform === "linux" && os.availableParallelism() > 1) return true;
  throw new Error("--pin needs Linux (taskset) and two cores.");
}
