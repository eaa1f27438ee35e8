import type { Answer } from "../http/answer.ts";
import type { RequestOrigin } from "../http/client-address.ts";
import { abortedStatus } from "./refund-when.ts";
import type { LimitedRequest } from "./request-limit.ts";

/** As much of node's IncomingMessage as is needed. */
export type NodeRequest = {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly destroyed?: boolean };
};

/** Headers as node reads them. Those that it never joins or repeats are texts. */
export interface RequestHeaders {
  readonly accept?: string | undefined;
  readonly authorization?: string | undefined;
  readonly "content-length"?: string | undefined;
  readonly "content-type"?: string | undefined;
  readonly cookie?: string | undefined;
  readonly forwarded?: string | undefined;
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly referer?: string | undefined;
  readonly "user-agent"?: string | undefined;
  readonly [name: string]: string | string[] | undefined;
}

/** As much of node's ServerResponse as is needed. */
export type NodeResponse = {
  statusCode: number;
  readonly writableFinished: boolean;
  readonly closed?: boolean;
  getHeader(name: string): number | string | readonly string[] | undefined;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
  once(event: "close", listener: () => void): unknown;
};

/** Where a request came from. */
export function nodeOrigin(request: NodeRequest): RequestOrigin {
  return {
    remoteAddress: request.socket.remoteAddress,
    isGone: request.socket.destroyed === true,
    header: (name) => headerText(request.headers[name]),
  };
}

/** Sets the limiter's headers beside those that are there. */
export function setLimitHeaders(response: NodeResponse, { headers }: LimitedRequest): void {
  for (const [name, value] of headers((header) => headerText(response.getHeader(header))))
    response.setHeader(name, value);
}

/** Ends a response with an answer. Node itself leaves the body out for HEAD. */
export function sendAnswer(response: NodeResponse, { status, headers, body }: Answer): void {
  response.statusCode = status;
  forgetStatusMessage(response);
  for (const [name, value] of headers) response.setHeader(name, value);
  response.end(body);
}

/** The words beside a status were of another one; node has its own for each. HTTP/2 has none, and lets nobody set them. */
export function forgetStatusMessage(response: object): void {
  Reflect.set(response, "statusMessage", "");
}

/** Settles once the response is through; one that did not get to its end counts as aborted. */
export function settleOnClose(
  response: Pick<NodeResponse, "statusCode" | "writableFinished" | "closed" | "once">,
  { settle }: LimitedRequest,
): void {
  if (settle === undefined) return;
  const onClose = () => {
    void settle(response.writableFinished ? response.statusCode : abortedStatus);
  };
  // A client can go away while the limiter is asked.
  if (response.closed === true) onClose();
  else response.once("close", onClose);
}

/** A header's value, repetitions joined. */
export function headerText(value: number | string | readonly string[] | undefined): string | undefined {
  return value === undefined || typeof value === "string" ? value : [value].flat().join(", ");
}
