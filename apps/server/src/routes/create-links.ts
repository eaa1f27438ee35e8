import { createTurns, type CreateResult, type LinkError, type StoreError } from "@narrows/links";
import type { Language } from "../language.ts";
import { problemBody, problemOf, problemTable } from "../problems/index.ts";
import { bulkAnswerSchema } from "../schemas/answer-schemas.ts";
import { bulkSchema } from "../schemas/link-schemas.ts";
import { noQuery } from "../schemas/query-schemas.ts";
import { createRequest } from "./create-request.ts";
import { changeStoreProblems, createProblems } from "./documented-problems.ts";
import { replayHeader } from "./replay-header.ts";
import { defineRoute, requesterOf } from "./route.ts";

/** Shortens up to 1,000 destinations. It needs a key everywhere: a thousand links should have an owner. */
export const createLinksRoute = defineRoute({
  method: "POST",
  url: "/v1/urls/bulk",
  access: "links:write",
  limit: "create",
  countedRows: "links",
  takesIdempotencyKey: true,
  bodyLimitBytes: 16 * 1024 * 1024,
  query: noQuery,
  body: bulkSchema,
  operation: {
    operationId: "createLinks",
    tag: "Links",
    summary: "Shorten up to 1,000 URLs",
    description:
      "Makes each link in a transaction of its own and answers with one outcome per row, in order. A row that the " +
      "link rules refuse leaves the others alone; a body that does not have the right form (an unknown field, a wrong " +
      "type) is refused as a whole, and nothing is made. One Idempotency-Key covers all rows: a repetition finds the " +
      "rows that were made and makes the rest. Always needs a key, also where single links may be made without one.",
    answers: { 200: { description: "One outcome per row.", schema: bulkAnswerSchema } },
    problems: [...createProblems, "BULK_BUSY", "IDEMPOTENCY_KEY_MALFORMED", ...changeStoreProblems],
  },
  async handle(call, service) {
    await service.holdCreates?.();
    const rows = call.body.links.map(createRequest);
    const results = await service.links.createMany(rows, requesterOf(call), call.idempotencyKey);
    const isReplay = results.some((result) => "kind" in result && result.isReplay);
    if (isReplay) service.onReplay();
    const body = `{"results":[${await renderOutcomes(results, call.language)}]}`;
    return { status: 200, body, headers: replayHeader(isReplay) };
  },
});

type Outcome = CreateResult | LinkError | StoreError;

/** In slices: a thousand of them can be many megabytes. */
async function renderOutcomes(outcomes: readonly Outcome[], language: Language): Promise<string> {
  const turn = createTurns();
  const rendered: string[] = [];
  for (const outcome of outcomes) {
    const text = renderOutcome(outcome, language);
    rendered.push(text);
    await turn(text.length / 10);
  }
  return rendered.join(",");
}

/** The links are JSON already, byte for byte what a single create would answer. */
function renderOutcome(result: Outcome, language: Language): string {
  if (!("kind" in result)) {
    const { code, field } = problemOf(result);
    return `{"status":${problemTable[code].status},"problem":${problemBody(code, language, { field })}}`;
  }
  const status = result.kind === "reused" ? 200 : 201;
  return `{"status":${status},"link":${result.body}}`;
}
