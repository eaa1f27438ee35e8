import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { languageFor } from "../language.ts";
import { problemBody, problemTable, type ProblemAnswer } from "../problems/index.ts";
import type { Answer } from "../routes/route.ts";
import { problemHeaders } from "./denial.ts";

/** What every answer of the API carries. */
const apiHeaders = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

const jsonHeaders = { ...apiHeaders, "content-type": "application/json; charset=utf-8" } as const;

/** Sends what a route answered. */
export function sendAnswer(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  reply
    .code(status)
    .headers(body === undefined ? apiHeaders : jsonHeaders)
    .headers(headers ?? {});
  return reply.send(body instanceof Readable ? streamFor(reply, body) : body);
}

/** The framework would read a stream to its end, which may never come, to answer a HEAD without it. */
function streamFor(reply: FastifyReply, body: Readable): Readable | undefined {
  if (reply.request.method !== "HEAD") return body;
  body.destroy();
  return undefined;
}

/** Sends a problem in the language of whoever asks. */
export function replyProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemAnswer): FastifyReply {
  const { code, headers } = problem;
  return reply
    .code(problemTable[code].status)
    .headers({ ...problemHeaders(code), ...headers })
    .send(problemBody(code, languageFor(request.headers["accept-language"]), problem));
}
