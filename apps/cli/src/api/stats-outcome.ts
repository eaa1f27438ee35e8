import type { Outcome } from "../cli-command.ts";
import { sparkline } from "../output/sparkline.ts";
import { renderRows, renderTable } from "../output/table.ts";
import { english } from "../texts/english.ts";
import type { Say, TextKey } from "../texts/say.ts";
import type { AnsweredPeriod, BreakdownAnswer, SeriesAnswer, StatsAnswer, TopAnswer } from "./stats-answer.ts";

/** By what clicks are told apart unless something else is asked for. */
export const shownDimensions: readonly string[] = ["referrer", "country", "device"];

export type Breakdown = { readonly dimension: string; readonly answer: BreakdownAnswer };

/** All that is shown of one link's clicks. */
export type LinkStats = {
  readonly totals: StatsAnswer;
  readonly series: SeriesAnswer;
  readonly breakdowns: readonly Breakdown[];
  /** The class that was asked for; undefined: people. */
  readonly counted: string | undefined;
};

/** Shows the clicks of one link: numbers, bars, and where people came from. */
export function statsOutcome({ totals, series, breakdowns, counted }: LinkStats, say: Say): Outcome {
  const json = {
    stats: totals.json,
    timeseries: series.json,
    breakdowns: Object.fromEntries(breakdowns.map(({ dimension, answer }) => [dimension, answer.json])),
  };
  const parts = [
    renderTotals(totals, counted, say),
    renderSeries(series, say),
    ...breakdowns.map((breakdown) => renderBreakdown(breakdown, say)),
  ];
  return { json, human: parts.filter((part) => part !== "").join("\n") };
}

/** Shows the clicks of one link minute by minute, with the sum of the minutes. `counted` as in `LinkStats`. */
export function minutesOutcome(series: SeriesAnswer, counted: string | undefined, say: Say): Outcome {
  const clicks = series.buckets.reduce((sum, bucket) => sum + bucket.clicks, 0);
  const head = renderRows([periodRow(series, say), clicksRow(clicks, counted, say), asOfRow(series.asOf, say)]);
  return { json: { timeseries: series.json }, human: `${head}\n${renderSeries(series, say)}` };
}

/** Shows the links with the most clicks. */
export function topOutcome(top: TopAnswer, say: Say): Outcome {
  const head = renderRows([periodRow(top, say), asOfRow(top.asOf, say)]);
  return { json: top.json, human: `${head}\n${renderTop(top, say)}` };
}

function renderTop({ links, isComplete }: TopAnswer, say: Say): string {
  if (links.length === 0) return `${say("stats.none")}\n`;
  const rows = links.map(({ shortUrl, clicks }) => [String(clicks), shortUrl]);
  const rest = isComplete ? "" : `${say("stats.incomplete")}\n`;
  return renderTable([say("column.clicks"), say("column.shortUrl")], rows) + rest;
}

function renderTotals(totals: StatsAnswer, counted: string | undefined, say: Say): string {
  const { clicks, before, visitors, others, total, asOf } = totals;
  const isOfPeople = counted === undefined || counted === "human";
  return renderRows([
    periodRow(totals, say),
    clicksRow(clicks, counted, say),
    [say("column.before"), before === undefined ? say("value.none") : String(before)],
    [say(isOfPeople ? "column.visitors" : "column.humanVisitors"), String(visitors)],
    [say("column.programs"), String(others)],
    [say("column.total"), String(total)],
    asOfRow(asOf, say),
  ]);
}

function periodRow({ from, to, zone }: AnsweredPeriod, say: Say): readonly string[] {
  return [say("column.period"), `${from} – ${to} (${zone})`];
}

function clicksRow(clicks: number, counted: string | undefined, say: Say): readonly string[] {
  return [say("column.clicks"), counted === undefined ? String(clicks) : `${clicks} (${counted})`];
}

function asOfRow(asOf: string | undefined, say: Say): readonly string[] {
  return [say("column.asOf"), asOf === undefined ? say("value.none") : say("stats.asOf", { asOf })];
}

function renderSeries({ grain, buckets }: SeriesAnswer, say: Say): string {
  const most = Math.max(0, ...buckets.map(({ clicks }) => clicks));
  const key = `grain.${grain}`;
  // A newer service may know a grain that has no text here yet.
  const grainText = Object.hasOwn(english, key) ? say(key as TextKey) : grain;
  const lines = sparkline(buckets.map(({ clicks }) => clicks));
  return `${say("stats.series", { grain: grainText, most })}\n${withAxis(lines, buckets, grain)}`;
}

/** Each line with when its first and its last bar begin. */
function withAxis(lines: readonly string[], buckets: SeriesAnswer["buckets"], grain: string): string {
  let drawn = 0;
  const rows = lines.map((line) => {
    const first = buckets[drawn]?.from ?? "";
    drawn += line.length;
    return [
      shortInstant(first, grain),
      line,
      line.length > 1 ? shortInstant(buckets[drawn - 1]?.from ?? "", grain) : "",
    ];
  });
  return rows.length === 0 ? "" : renderRows(rows);
}

/** As much of an instant as tells buckets apart, as its zone's clocks show it. */
function shortInstant(instant: string, grain: string): string {
  if (grain === "month") return instant.slice(0, 7);
  if (grain === "day" || grain === "week") return instant.slice(0, 10);
  return instant.slice(5, 16).replace("T", " ");
}

function renderBreakdown({ dimension, answer: { values, others } }: Breakdown, say: Say): string {
  if (values.length === 0) return "";
  const rows = values.map(({ value, clicks }) => [String(clicks), shownValue(value, say)]);
  const rest = others === 0 ? [] : [[String(others), say("stats.others")]];
  return renderTable([say("column.clicks"), headingOf(dimension, say)], [...rows, ...rest]);
}

/** `(other)` is how a store calls values that it does not keep apart. */
function shownValue(value: string | undefined, say: Say): string {
  if (value === undefined) return say("value.unknown");
  return value === "(other)" ? say("value.other") : value;
}

function headingOf(dimension: string, say: Say): string {
  const key = `dimension.${dimension}`;
  return Object.hasOwn(english, key) ? say(key as TextKey) : dimension;
}
