import { clickDimensions, type Click } from "../../click.ts";

/** Clicks of later count as of then: a DateTime of ClickHouse ends in 2106. */
export const lastInstant = Date.UTC(2105, 11, 31, 23, 59, 59, 999);

export const clickColumns = [
  "id",
  "domain",
  "code",
  "at",
  "class",
  "reason",
  "visitor",
  "status",
  ...clickDimensions,
  "batch",
] as const;

/** The values of a click in the order of `clickColumns`. */
export function clickRow(click: Click, batch: string): readonly unknown[] {
  return clickColumns.map((name) => {
    if (name === "batch") return batch;
    // As a decimal, so that no format of a date is in the way.
    return name === "at" ? decimalSeconds(Math.min(click.at, lastInstant)) : click[name];
  });
}

function decimalSeconds(ms: number): string {
  return `${Math.floor(ms / 1_000)}.${String(ms % 1_000).padStart(3, "0")}`;
}
