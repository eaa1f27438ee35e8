import type { ClickStream, LiveClick } from "@narrows/clicks";
import { codeParams } from "../schemas/query-schemas.ts";
import { liveQuery } from "../schemas/stats-query-schemas.ts";
import { clicksOf, linkClickProblems, reportedLink } from "./click-report.ts";
import { clickJson } from "./export-clicks.ts";
import { defineRoute, requesterOf } from "./route.ts";
import { textStream } from "./text-stream.ts";

/** Tells of the clicks of one link while they come. */
export const followClicksRoute = defineRoute({
  method: "GET",
  url: "/v1/urls/:code/live",
  access: "stats:read",
  limit: "read",
  takesLastEventId: true,
  params: codeParams,
  query: liveQuery,
  operation: {
    operationId: "followClicks",
    tag: "Clicks",
    summary: "Clicks of a link as they come",
    description:
      "Server-sent events: one `click` for each click of one of your links, a few seconds after it, in the order of time, and a comment every 15 seconds where there is none. A stream ends after ten minutes; with `Last-Event-ID` the next one goes on where it ended, up to an hour back.",
    answers: { 200: { description: "The events.", schema: { type: "string" }, mediaType: "text/event-stream" } },
    problems: [...linkClickProblems, "STREAMS_TOO_MANY", "STREAMS_BUSY"],
  },
  async handle(call, service) {
    const clicks = clicksOf(service);
    const { key } = await reportedLink(call, service);
    const closed = new AbortController();
    const request = { after: call.lastEventId, class: call.query.class };
    const { parts, overdue } = clicks.live(key, request, { id: requesterOf(call).id, gone: closed.signal });
    return {
      status: 200,
      isEndless: true,
      body: textStream(eventText(parts), { overdue, onClosed: () => closed.abort() }),
      // nginx would keep events until it has a few kilobytes of them.
      headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
    };
  },
});

/** As the HTML standard has it: https://html.spec.whatwg.org/multipage/server-sent-events.html */
async function* eventText(events: ClickStream<LiveClick | undefined>): ClickStream<string> {
  yield `retry: ${retryMs}\n\n`;
  for await (const event of events) {
    yield event === undefined ? ":\n\n" : `id: ${event.cursor}\nevent: click\ndata: ${clickJson(event.click)}\n\n`;
  }
}

const retryMs = 2_000;
