import type { Outcome } from "../cli-command.ts";
import { sparkline } from "../output/sparkline.ts";
import { renderFields, renderTable } from "../output/table.ts";
import { english } from "../texts/english.ts";
import type { Say, TextKey } from "../texts/say.ts";
import type { BreakdownAnswer, SeriesAnswer, StatsAnswer, TopAnswer } from "./stats-answer.ts";

/** What of clicks is broken down, under its heading. */
export const shownDimensions = ["referrer", "country", "device"] as const;

/** All that is shown of one link's clicks. */
export type LinkStats = {
  readonly totals: StatsAnswer;
  readonly series: SeriesAnswer;
  readonly breakdowns: Readonly<Record<(typeof shownDimensions)[number], BreakdownAnswer>>;
};

/** Shows the clicks of one link: numbers, a line of bars, and where people came from. */
export function statsOutcome({ totals, series, breakdowns }: LinkStats, say: Say): Outcome {
  const { referrer, country, device } = breakdowns;
  const json = {
    stats: totals.json,
    timeseries: series.json,
    breakdowns: { referrer: referrer.json, country: country.json, device: device.json },
  };
  const parts = [
    renderTotals(totals, say),
    renderSeries(series, say),
    renderBreakdown(referrer, "column.referrer", say),
    renderBreakdown(country, "column.country", say),
    renderBreakdown(device, "column.device", say),
  ];
  return { json, human: parts.filter((part) => part !== "").join("\n") };
}

/** Shows the links with the most clicks. */
export function topOutcome({ json, links, isComplete }: TopAnswer, say: Say): Outcome {
  if (links.length === 0) return { json, human: `${say("stats.none")}\n` };
  const rows = links.map(({ shortUrl, clicks }) => [String(clicks), shortUrl]);
  const rest = isComplete ? "" : `${say("stats.incomplete")}\n`;
  return { json, human: renderTable([say("column.clicks"), say("column.shortUrl")], rows) + rest };
}

function renderTotals(
  { from, to, zone, clicks, before, visitors, others, total, asOf }: StatsAnswer,
  say: Say,
): string {
  const none = say("value.none");
  return renderFields([
    [say("column.period"), `${from} – ${to} (${zone})`],
    [say("column.clicks"), String(clicks)],
    [say("column.before"), before === undefined ? none : String(before)],
    [say("column.visitors"), String(visitors)],
    [say("column.programs"), String(others)],
    [say("column.total"), String(total)],
    [say("column.asOf"), asOf ?? none],
  ]);
}

function renderSeries({ grain, buckets }: SeriesAnswer, say: Say): string {
  const most = Math.max(0, ...buckets.map(({ clicks }) => clicks));
  const key = `grain.${grain}`;
  // A newer service may know a grain that has no text here yet.
  const grainText = Object.hasOwn(english, key) ? say(key as TextKey) : grain;
  return `${say("stats.series", { grain: grainText, most })}\n${sparkline(buckets.map(({ clicks }) => clicks))}`;
}

function renderBreakdown({ values }: BreakdownAnswer, heading: TextKey, say: Say): string {
  if (values.length === 0) return "";
  const rows = values.map(({ value, clicks }) => [String(clicks), value ?? say("value.unknown")]);
  return renderTable([say("column.clicks"), say(heading)], rows);
}
