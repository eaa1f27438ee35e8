import type { Socket } from "node:net";
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
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, body, headers = {} } = answer;
  reply.code(status).headers(body === undefined ? apiHeaders : jsonHeaders);
  return reply.headers(headers).send(body instanceof Readable ? streamFor(reply, body, answer) : body);
}

function streamFor({ request }: FastifyReply, body: Readable, { isEndless = false }: Answer): Readable | undefined {
  if (request.method === "HEAD") {
    // The framework would read the stream to its end, which may never come, to answer without it.
    body.destroy();
    return undefined;
  }
  if (isEndless) destroyWithReader(request.raw.socket, body);
  resetWhenCut(request.raw.socket, body);
  return body;
}

/**
 * An answer that fails in its midst must not look whole. Its last chunk is missing then, but a client of HTTP/1.0, such as a
 * proxy, takes a connection that closes for the end of the answer, and only one that is reset for a fault.
 */
function resetWhenCut(socket: Socket, body: Readable): void {
  body.once("error", () => socket.resetAndDestroy());
}

/** A connection whose other side has closed stays half open, for a client may close it behind a request. */
function destroyWithReader(socket: Socket, body: Readable): void {
  const destroy = (): void => void body.destroy();
  socket.once("end", destroy);
  body.once("close", () => socket.off("end", destroy));
}

/** Sends a problem in the language of whoever asks. */
export function replyProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemAnswer): FastifyReply {
  const { code, headers } = problem;
  return reply
    .code(problemTable[code].status)
    .headers({ ...problemHeaders(code), ...headers })
    .send(problemBody(code, languageFor(request.headers["accept-language"]), problem));
}
