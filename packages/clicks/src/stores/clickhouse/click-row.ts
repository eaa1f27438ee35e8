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
    return name === "at" ? new Date(Math.min(click.at, lastInstant)).toISOString() : click[name];
  });
}
