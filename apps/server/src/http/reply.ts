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
  return reply
    .code(status)
    .headers(body === undefined ? apiHeaders : jsonHeaders)
    .headers(headers ?? {})
    .send(body);
}

/** Sends a problem in the language of whoever asks. */
export function replyProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemAnswer): FastifyReply {
  const { code, headers } = problem;
  return reply
    .code(problemTable[code].status)
    .headers({ ...problemHeaders(code), ...headers })
    .send(problemBody(code, languageFor(request.headers["accept-language"]), problem));
}
