import type { Duplex } from "node:stream";
import { problemBody, problemTable, type ProblemCode } from "../problems/index.ts";
import { problemHeaders } from "./denial.ts";
import { STATUS_CODES } from "./node-http.ts";

/** What node's parser and timers call the faults that have a status of their own; the rest is simply malformed. */
const codes = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "BODY_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
} as const satisfies Readonly<Record<string, ProblemCode>>;

type ClientError = Error & { readonly code?: string };
type ClientErrorCode = (typeof codes)[keyof typeof codes] | "REQUEST_MALFORMED";

/** What is wrong with the bytes; undefined when the client merely went away. */
export function clientErrorCode({ code = "" }: ClientError): ClientErrorCode | undefined {
  if (code === "ECONNRESET") return undefined;
  const known: Readonly<Record<string, ClientErrorCode>> = codes;
  return known[code] ?? "REQUEST_MALFORMED";
}

/** Answers bytes that are no HTTP request, where an answer can still be told apart, and closes the connection. */
export function answerClientError(error: ClientError, socket: Duplex): void {
  const code = clientErrorCode(error);
  if (code === undefined || !socket.writable || isAnsweringAnother(socket)) {
    socket.destroy();
    return;
  }
  socket.end(rawProblem(code));
}

/**
 * Answers a request for a tunnel: this is no proxy. Node has let go of the socket: nobody else would close it, and a
 * client that resets it would end the whole program with an error that nobody takes.
 */
export function refuseTunnel(_request: unknown, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  if (isAnsweringAnother(socket)) {
    socket.destroy();
    return;
  }
  const answer = rawProblem("METHOD_NOT_ALLOWED", "allow: GET, HEAD, POST, PATCH, DELETE\r\n");
  socket.end(answer, () => socket.destroy());
}

function rawProblem(code: ProblemCode, extraHeaders = ""): string {
  const { status } = problemTable[code];
  const body = problemBody(code, "en");
  const headers = Object.entries({
    ...problemHeaders(code),
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${headers.join("")}${extraHeaders}\r\n${body}`;
}

/**
 * An earlier request of this connection is complete and waits for its answer, or an answer is half sent: whatever is
 * written now would be taken for that answer. Node keeps the response on the socket under this name, and its own
 * default handler looks there too.
 */
function isAnsweringAnother(socket: Duplex): boolean {
  const pending: unknown = Reflect.get(socket, "_httpMessage");
  if (typeof pending !== "object" || pending === null) return false;
  const request: unknown = Reflect.get(pending, "req");
  const isComplete = typeof request === "object" && request !== null && Reflect.get(request, "complete") === true;
  return Reflect.get(pending, "headersSent") === true || isComplete;
}
