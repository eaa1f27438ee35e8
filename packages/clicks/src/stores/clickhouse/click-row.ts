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
  "folded",
] as const;

/**
 * The values of a click in the order of `clickColumns`.
 *
 * @param folded As `ValueRoom` says.
 */
export function clickRow(click: Click, batch: string, folded: number): readonly unknown[] {
  return clickColumns.map((name) => {
    if (name === "batch") return batch;
    if (name === "folded") return folded;
    return name === "at" ? new Date(Math.min(click.at, lastInstant)).toISOString() : click[name];
  });
}
