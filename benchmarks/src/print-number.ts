import type { Claim, Series } from "./report.ts";
import { medianRatio } from "./statistics.ts";

/** The subjects that others are compared with: the first of them that takes part. And the figure that is compared. */
const bases = ["node-http", "bare express", "rate-limiter-flexible"];
const compared = "cpu";

/** Three digits are more than the rounds agree on. */
export function printNumber(value: number): string {
  if (value !== 0 && Math.abs(value) < 100) return value.toPrecision(3);
  return Math.round(value).toLocaleString("en");
}

/** A number with its unit; a count has none. */
export function printQuantity(value: number, unit: Claim["unit"]): string {
  return unit === "count" ? printNumber(value) : `${printNumber(value)} ${unit}`;
}

/** How the CPU of one row compares with that of the base among `rows`; empty where one of the two is missing. */
export function printRatio(row: Series, rows: readonly Series[]): string {
  const base = bases.find((name) => rows.some(({ subject }) => subject === name));
  const other = rows.find(({ subject }) => subject === base)?.figures[compared];
  const own = row.figures[compared];
  return other && own ? `${medianRatio(own.values, other.values).toFixed(2)} × ${base}` : "";
}
