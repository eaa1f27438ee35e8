import { printNumber, printQuantity, printRatio } from "./print-number.ts";
import type { Claim, Figure, Series } from "./report.ts";
import type { Result } from "./result.ts";
import { median } from "./statistics.ts";

/** Writes a result for a reader: medians with least and most of the rounds, ratios, targets, and the machine. */
export function printResult(result: Result): string {
  const { report } = result;
  const cases = [...new Set(report.series.map((series) => series.case))];
  return [
    `\n${result.benchmark}: ${result.title}`,
    ...cases.flatMap((name) => ["", `  ${name}`, ...printCase(report.series.filter((series) => series.case === name))]),
    "",
    ...report.claims.map(printClaim),
    ...(report.errors > 0 ? [`  INVALID: ${report.errors} answers were missing or not as expected.`] : []),
    ...[...report.notes, ...result.missing].map((note) => `  note: ${note}`),
    ...printSurroundings(result),
    "",
  ].join("\n");
}

function printCase(rows: readonly Series[]): readonly string[] {
  const labelWidth = Math.max(...rows.map(({ subject }) => subject.length)) + 2;
  return rows.map((row) => {
    const figures = Object.entries(row.figures).map(([name, figure]) => `${name} ${printFigure(figure)}`.padEnd(34));
    return `    ${row.subject.padEnd(labelWidth)}${figures.join("")}${printRatio(row, rows)}`.trimEnd();
  });
}

function printFigure({ unit, values }: Figure): string {
  const middle = printQuantity(median(values), unit);
  if (values.length === 1) return middle;
  return `${middle} (${printNumber(Math.min(...values))}–${printNumber(Math.max(...values))})`;
}

function printClaim(claim: Claim): string {
  const verdict = {
    met: "met",
    "not met": "NOT met",
    untold: "not told, the load generator was late itself",
    invalid: "INVALID, memory answered",
  }[claim.verdict];
  const target = `${claim.bound} ${printQuantity(claim.target, claim.unit)}`;
  return `  ${claim.text}: ${printQuantity(claim.measured, claim.unit)} (target: ${target}: ${verdict})`;
}

function printSurroundings(result: Result): readonly string[] {
  const { machine, options } = result;
  const isBusy = machine.loadAverage > machine.cores / 4;
  return [
    `  ${options.rounds} rounds of ${options.seconds} s, interleaved; ${printPinning(options.pin)}; medians (least–most)`,
    `  machine: ${machine.cores} × ${machine.cpu}, ${machine.memoryMiB} MiB, ${machine.kernel}`,
    ...(isBusy
      ? [`  The machine was busy before the start (load ${machine.loadAverage.toFixed(2)}): trust ratios only.`]
      : []),
    `  commit ${result.commit}, ${result.startedAt}, load from ${result.generator}`,
    ...result.subjects.map(({ name, version, description }) => `  ${name} ${version}: ${description}`),
  ];
}

function printPinning(isPinned: boolean): string {
  return isPinned ? "subjects pinned to the last core, load to the first" : "not pinned to cores";
}
