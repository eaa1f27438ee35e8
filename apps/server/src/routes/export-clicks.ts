import { csvRow, shownFields, type ClickStream, type ShownClick } from "@narrows/clicks";
import { codeParams } from "../schemas/query-schemas.ts";
import { exportQuery } from "../schemas/stats-query-schemas.ts";
import { exportSchema } from "../schemas/stats-schemas.ts";
import { clicksOf, linkClickProblems, periodProblems, reportedLink, reportRequest } from "./click-report.ts";
import { defineRoute, requesterOf } from "./route.ts";
import { textStream } from "./text-stream.ts";

/** Hands out the clicks of one link. */
export const exportClicksRoute = defineRoute({
  method: "GET",
  url: "/v1/urls/:code/clicks",
  access: "stats:read",
  limit: "read",
  params: codeParams,
  query: exportQuery,
  operation: {
    operationId: "exportClicks",
    tag: "Clicks",
    summary: "Export the clicks of a link",
    description:
      "Hands out every click of one of your links in a period, in the order of time, as JSON or CSV, for as long as single clicks are kept. The connection is cut when they cannot be read to the end, or not within ten minutes.",
    answers: { 200: { description: "The clicks.", schema: exportSchema } },
    problems: [...linkClickProblems, ...periodProblems, "CLICKS_NOT_KEPT", "STREAMS_TOO_MANY", "STREAMS_BUSY"],
  },
  async handle(call, service) {
    const clicks = clicksOf(service);
    const { key } = await reportedLink(call, service);
    const closed = new AbortController();
    const reader = { id: requesterOf(call).id, gone: closed.signal };
    const { parts, overdue } = await clicks.exportClicks(key, reportRequest(call), reader);
    const { format = "json" } = call.query;
    const text = format === "csv" ? csvText(parts) : jsonText(parts);
    const headers = { "content-disposition": `attachment; filename="${key.code}.${format}"` };
    return {
      status: 200,
      body: textStream(text, { overdue, onClosed: () => closed.abort() }),
      headers: format === "csv" ? { ...headers, "content-type": "text/csv; charset=utf-8; header=present" } : headers,
    };
  },
});

async function* csvText(pages: ClickStream<readonly ShownClick[]>): ClickStream<string> {
  yield csvRow(shownFields);
  for await (const page of pages) {
    if (page.length > 0) yield page.map((click) => csvRow(cells(click))).join("");
  }
}

function cells(click: ShownClick): readonly (string | number | null)[] {
  return shownFields.map((field) => (field === "at" ? new Date(click.at).toISOString() : click[field]));
}

async function* jsonText(pages: ClickStream<readonly ShownClick[]>): ClickStream<string> {
  let before = '{"clicks":[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map(clickJson).join(",\n");
    before = ",\n";
  }
  yield before.startsWith("{") ? `${before}]}` : "]}";
}

/** The instant as the API shows instants. */
export function clickJson(click: ShownClick): string {
  return JSON.stringify({ ...click, at: new Date(click.at).toISOString() });
}
