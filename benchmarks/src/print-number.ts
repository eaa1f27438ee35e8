import type { Series } from "./report.ts";
import { medianRatio } from "./statistics.ts";

/** The subject that the others are compared with, where it takes part, and the figure that is compared. */
const base = { subject: "node-http", figure: "cpu" };

/** Three digits are more than the rounds agree on. */
export function printNumber(value: number): string {
  if (value !== 0 && Math.abs(value) < 100) return value.toPrecision(3);
  return Math.round(value).toLocaleString("en");
}

/** How the CPU of one row compares with that of bare node:http among `rows`; empty where one of the two is missing. */
export function printRatio(row: Series, rows: readonly Series[]): string {
  const other = rows.find(({ subject }) => subject === base.subject)?.figures[base.figure];
  const own = row.figures[base.figure];
  return other && own ? `${medianRatio(own.values, other.values).toFixed(2)} × ${base.subject}` : "";
}
