import type { IncomingMessage, ServerResponse } from "node:http";
import { languageFor } from "../language.ts";
import { problemBody, problemTable, type ProblemCode } from "../problems/index.ts";
import { problemHeaders, type CompleteAnswer } from "./denial.ts";

/** Sends a complete answer without the framework. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: CompleteAnswer): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

/** Sends a problem without the framework, always as JSON. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  code: ProblemCode,
  headers: Readonly<Record<string, string>> = {},
): void {
  const language = languageFor(request.headers["accept-language"]);
  sendAnswer(response, {
    status: problemTable[code].status,
    headers: { ...problemHeaders(code), ...headers },
    body: problemBody(code, language),
  });
}
