import type { PolledPage } from "../edge/denylist-polls.ts";
import type { DenylistRow } from "../edge/denylist.ts";
import { denylistSchema } from "../schemas/answer-schemas.ts";
import { denylistQuery } from "../schemas/query-schemas.ts";
import type { Site } from "../site.ts";
import { keyProblems, queryProblems, storeProblems } from "./documented-problems.ts";
import { defineRoute, requesterOf } from "./route.ts";

/** Tells edges which of their copies are wrong. Not limited: an edge that must wait would have to give up its copies. */
export const denylistRoute = defineRoute({
  method: "GET",
  url: "/v1/denylist",
  access: "edge:read",
  query: denylistQuery,
  operation: {
    operationId: "getDenylist",
    tag: "Operation",
    summary: "Denylist for caches",
    description:
      "Names the links whose copies at an edge are wrong: deleted, disabled, expired and quarantined ones are denied, changed ones must be asked for here. Pass each answer's position on as `since`; with `waitMs` the answer waits for the next change.",
    answers: { 200: { description: "Rows to add to the list.", schema: denylistSchema } },
    problems: [...keyProblems.filter((code) => code !== "RATE_LIMITED"), ...queryProblems, ...storeProblems],
  },
  async handle(call, { edge, site }) {
    const { since, waitMs = "0" } = call.query;
    const page = await edge.polls.next(since === undefined ? undefined : Number(since), Number(waitMs));
    const { domain } = requesterOf(call);
    const rows = domain === null ? page.rows : page.rows.filter((row) => row.domain === domain);
    return { status: 200, body: renderPage({ ...page, rows }, site, edge.copyLifeMs) };
  },
});

function renderPage(page: PolledPage, site: Pick<Site, "defaultHost">, copyLifeMs: number): string {
  const { rows, position, isComplete, isUpToDate, bypassUntil, waitedMs, readAt } = page;
  return JSON.stringify({
    rows: rows.map((row) => rowJson(row, site)),
    position: String(position),
    isComplete,
    isUpToDate,
    bypassUntil: instant(bypassUntil),
    waitedMs,
    copyLifeMs,
    now: instant(readAt),
  });
}

function rowJson({ domain, code, action, until, denyAt }: DenylistRow, { defaultHost }: Pick<Site, "defaultHost">) {
  return {
    domain: domain === "" ? defaultHost : domain,
    code,
    action,
    until: instant(until),
    denyAt: instant(denyAt),
  };
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
