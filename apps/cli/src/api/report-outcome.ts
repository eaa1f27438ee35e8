import type { Outcome } from "../cli-command.ts";
import { renderTable } from "../output/table.ts";
import { english } from "../texts/english.ts";
import type { Say, TextKey } from "../texts/say.ts";
import type { ReportsAnswer, SettledAnswer } from "./report-answer.ts";

const columns = [
  "column.id",
  "column.reported",
  "column.category",
  "column.domain",
  "column.code",
  "column.text",
] as const;

/** Shows one page of reports. */
export function reportsOutcome({ json, reports, cursor }: ReportsAnswer, say: Say): Outcome {
  if (reports.length === 0) return { json, human: `${say("reports.none")}\n` };
  const headings = columns.map((key) => say(key));
  const rows = reports.map(({ id, reportedAt, category, domain, shortCode, text }) => [
    id,
    reportedAt ?? say("value.none"),
    categoryText(category, say),
    domain,
    shortCode,
    text ?? say("value.none"),
  ]);
  const more = cursor === undefined ? "" : `${say("links.more", { cursor })}\n`;
  return { json, human: renderTable(headings, rows) + more };
}

/** Says how many reports one settlement ended. */
export function settledOutcome({ json, settled }: SettledAnswer, say: Say): Outcome {
  return { json, human: `${say("reports.settled", { settled })}\n` };
}

/** A newer service may know a category that has no text here yet. */
function categoryText(category: string, say: Say): string {
  const key = `category.${category}`;
  return Object.hasOwn(english, key) ? say(key as TextKey) : category;
}
