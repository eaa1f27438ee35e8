import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { printNumber, printQuantity, printRatio } from "./print-number.ts";
import type { Claim, Series } from "./report.ts";
import type { Result } from "./result.ts";
import { median } from "./statistics.ts";

const page = join(import.meta.dirname, "../../docs/reference/measured.md");

/** Writes docs/reference/measured.md out of the kept results. */
export function writeMeasuredPage(resultsFolder: string): void {
  writeFileSync(page, renderMeasuredPage(readResults(resultsFolder)));
}

/** Every kept result, in the order of the benchmarks' names. */
export function readResults(folder: string): readonly Result[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.toSorted().map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Result);
}

/** The page that shows what was claimed, what was measured, and how to measure it again. */
export function renderMeasuredPage(results: readonly Result[]): string {
  return [
    "# Measured",
    "",
    "Made by `npm run bench -- NAME… --save` out of [benchmarks/results](../../benchmarks/results/); change nothing here.",
    "How to read the figures, and why they are CPU per request and ratios, is in",
    "[benchmarks/README.md](../../benchmarks/README.md). Run the command of a line to see what your machine says.",
    "",
    "| What | Target | Measured | | Repeat |",
    "|---|---|---|---|---|",
    ...results.flatMap(({ benchmark, report }) => report.claims.map((claim) => claimRow(claim, benchmark))),
    ...results.flatMap(section),
    "",
  ].join("\n");
}

const verdicts = {
  met: "met",
  "not met": "**not met**",
  untold: "not told: the machine was busy",
  invalid: "**invalid**: memory answered",
} as const;

function claimRow(claim: Claim, benchmark: string): string {
  const target = `${claim.bound} ${printQuantity(claim.target, claim.unit)}`;
  const measured = printQuantity(claim.measured, claim.unit);
  return `| ${claim.text} | ${target} | ${measured} | ${verdicts[claim.verdict]} | \`npm run bench -- ${benchmark}\` |`;
}

function section(result: Result): readonly string[] {
  const { machine, options, report } = result;
  const cases = [...new Set(report.series.map((series) => series.case))];
  const sharing = options.pin ? "pinned to cores" : "not pinned to cores";
  return [
    "",
    `## ${result.benchmark}`,
    "",
    `${result.title}.`,
    ...cases.flatMap((name) =>
      caseTable(
        name,
        report.series.filter((series) => series.case === name),
      ),
    ),
    "",
    ...report.notes.map((note) => `- ${note}`),
    ...result.missing.map((note) => `- ${note}`),
    `- ${result.subjects.map(({ name, version, description }) => `${name} ${version}: ${description}`).join("; ")}`,
    `- ${options.rounds} rounds of ${options.seconds} s, interleaved, ${sharing}, load from ${result.generator}, on`,
    `  ${result.startedAt.slice(0, 10)} at commit ${result.commit}, on ${machine.cores} × ${machine.cpu},`,
    `  ${printNumber(machine.memoryMiB)} MiB, ${machine.kernel}; load average before the start ${machine.loadAverage.toFixed(2)}`,
  ];
}

function caseTable(name: string, rows: readonly Series[]): readonly string[] {
  const figures = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))];
  const ratios = rows.map((row) => printRatio(row, rows));
  const hasRatios = ratios.some((ratio) => ratio !== "");
  const heads = [...figures, ...(hasRatios ? ["ratio of cpu"] : [])];
  return [
    "",
    `**${name}**: medians, in brackets least and most`,
    "",
    `| | ${heads.join(" | ")} |`,
    `|---|${heads.map(() => "---|").join("")}`,
    ...rows.map((row, index) => {
      const cells = [...figures.map((figure) => cell(row, figure)), ...(hasRatios ? [ratios[index]] : [])];
      return `| ${row.subject} | ${cells.join(" | ")} |`;
    }),
  ];
}

function cell(row: Series, name: string): string {
  const figure = row.figures[name];
  if (figure === undefined) return "";
  const [middle, least, most] = [median(figure.values), Math.min(...figure.values), Math.max(...figure.values)];
  return `${printQuantity(middle, figure.unit)} (${printNumber(least)}–${printNumber(most)})`;
}
