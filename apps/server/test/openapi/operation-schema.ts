import type { FastifySchema } from "fastify";
import { problemTable, type ProblemCode } from "../../src/problems/index.ts";
import { ownPaths } from "../../src/routes/own-paths.ts";
import type { Documented } from "../../src/routes/route.ts";
import { linkSchema, problemSchema } from "../../src/schemas/answer-schemas.ts";
import { countedLinkSchema } from "../../src/schemas/stats-schemas.ts";
import { withReferences } from "./references.ts";

/** Writes a route's contract as the schema that @fastify/swagger reads. */
export function operationSchema(route: Documented): FastifySchema {
  const { operation, params, query, body } = route;
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: securityOf(route),
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body: withReferences(body) }),
    ...headersOf(route),
    response: merged(answersOf(route), problemsOf([...operation.problems, ...hostProblems(route)])),
  } as FastifySchema;
}

/** What the node says of itself is answered under any Host. */
function hostProblems({ url }: Documented): readonly ProblemCode[] {
  return ownPaths.has(url) ? [] : ["HOST_UNKNOWN"];
}

/** An empty entry: a key is not always needed. */
function securityOf({ access }: Documented): readonly object[] {
  if (access === "public") return [];
  if (access === "anonymous-create") return [{ apiKey: ["links:write"] }, {}];
  return [{ apiKey: [access] }];
}

function headersOf(route: Documented): { readonly headers?: object } {
  const { takesIdempotencyKey = false, takesIfMatch = false, takesLastEventId = false } = route;
  const properties = {
    ...(takesIdempotencyKey ? idempotencyKey : {}),
    ...(takesIfMatch ? ifMatch : {}),
    ...(takesLastEventId ? lastEventId : {}),
  };
  return Object.keys(properties).length === 0 ? {} : { headers: { type: "object", properties } };
}

const idempotencyKey = {
  "Idempotency-Key": {
    type: "string",
    minLength: 1,
    maxLength: 255,
    description: "A name for this one logical request, such as a UUID. A repetition gets the first answer again.",
  },
};

const ifMatch = {
  "If-Match": {
    type: "string",
    description: "The `ETag` of the link as you saw it. When the link has changed since, nothing is done: 412.",
    examples: ['"1"'],
  },
};

const lastEventId = {
  "Last-Event-ID": {
    type: "string",
    description: "The id of the last event that was heard: the stream goes on after it.",
  },
};

/** What an answer that shows one link carries. */
const entityTag = { ETag: { type: "string", description: "The link's version, in quotes, for `If-Match`." } };

type Responses = Readonly<Record<string, { readonly description: string; readonly content?: object }>>;

/** A status may come both as an answer and as a problem. */
function merged(answers: Responses, problems: Responses): Responses {
  const both = Object.entries(problems).map(([status, problem]): [string, Responses[string]] => {
    const answer = answers[status];
    if (answer === undefined) return [status, problem];
    const description = `${answer.description}\n\n${problem.description}`;
    return [status, { ...answer, description, content: { ...answer.content, ...problem.content } }];
  });
  return { ...answers, ...Object.fromEntries(both) };
}

function answersOf({ operation }: Documented): Responses {
  return Object.fromEntries(
    Object.entries(operation.answers).map(
      ([status, { description, schema, headers, mediaType = "application/json" }]) => [
        status,
        schema === undefined
          ? { description, type: "null", ...(headers === undefined ? {} : { headers }) }
          : {
              description,
              ...answerHeaders(schema, headers),
              content: { [mediaType]: { schema: withReferences(schema) } },
            },
      ],
    ),
  );
}

function answerHeaders(schema: object, more: object | undefined): { readonly headers?: object } {
  const isLink = schema === linkSchema || schema === countedLinkSchema;
  if (!isLink && more === undefined) return {};
  return { headers: { ...(isLink ? entityTag : {}), ...more } };
}

function problemsOf(codes: readonly ProblemCode[]): Responses {
  const byStatus = Map.groupBy(new Set(codes), (code) => problemTable[code].status);
  return Object.fromEntries(
    Array.from(byStatus, ([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\` ${problemTable[code].title.en}`).join("\n\n"),
        content: { "application/problem+json": { schema: withReferences(problemSchema) } },
      },
    ]),
  );
}
