import type { Span } from "../../click-store.ts";
import { planSpan, type BucketLevel, type SpanPart } from "../../rollup/index.ts";
import { lastInstant } from "./click-row.ts";

type Range = { readonly from: number; readonly to: number };

/**
 * Which buckets are read for spans, as parameters of the statements: for each level the ranges, and from where to where they
 * reach, so that the rest is not even looked at.
 */
export function planParameters(spans: readonly Span[]): Readonly<Record<string, unknown>> {
  const parts = spans.flatMap(planSpan);
  return { ...ofLevel("day", parts), ...ofLevel("eighth", parts), ...ofLevel("slot", parts) };
}

/** As `planParameters`, of slots and days alone. */
export function planWithoutEighths(span: Span): Readonly<Record<string, unknown>> {
  const parts = planSpan(span).map((part) => (part.level === "eighth" ? { ...part, level: "slot" as const } : part));
  return { ...ofLevel("day", parts), ...ofLevel("slot", parts) };
}

/** Seconds since 1970, as far as ClickHouse's DateTime reaches. */
export function seconds(ms: number): number {
  return Math.floor(Math.max(0, Math.min(ms, lastInstant + 1)) / 1_000);
}

function ofLevel(level: BucketLevel, parts: readonly SpanPart[]): Readonly<Record<string, unknown>> {
  const ranges = joined(parts.filter((part) => part.level === level));
  return {
    [`${level}From`]: ranges[0]?.from ?? 0,
    [`${level}To`]: ranges.at(-1)?.to ?? 0,
    // An array without anything has no type.
    [`${level}Froms`]: ranges.length === 0 ? [0] : ranges.map(({ from }) => from),
    [`${level}Tos`]: ranges.length === 0 ? [0] : ranges.map(({ to }) => to),
  };
}

/** Neighbours become one: fewer ranges are searched faster. */
function joined(parts: readonly SpanPart[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const part of parts) {
    const [from, to, last] = [seconds(part.from), seconds(part.to), ranges.at(-1)];
    if (last?.to === from) ranges[ranges.length - 1] = { from: last.from, to };
    else ranges.push({ from, to });
  }
  return ranges;
}
