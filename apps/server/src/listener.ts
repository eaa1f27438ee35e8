import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { denial } from "./http/denial.ts";
import { normaliseTarget } from "./http/request-target.ts";
import { sendAnswer, sendProblem } from "./http/send-answer.ts";
import type { Readiness } from "./readiness.ts";
import type { Visit } from "./redirect.ts";
import { codeOf, pathOf } from "./short-path.ts";
import type { Site } from "./site.ts";

export type ListenerOptions = {
  readonly site: Site;
  readonly redirect: (visit: Visit) => void | Promise<void>;
  /** Everything that is no short link. */
  readonly app: RequestListener;
  /** Paths of one segment that are the service's own, such as `/healthz`. */
  readonly ownPaths: ReadonlySet<string>;
  readonly readiness: Readiness;
  /** Told of every answered redirect. */
  readonly onRedirect: (status: number, startedMs: number) => void;
  /** Told of a request that was for somebody else's host. */
  readonly onMisdirected: () => void;
  /** Told of a request that is refused here. */
  readonly onRefused: (code: RefusalCode) => void;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

type RefusalCode = "REQUEST_MALFORMED" | "METHOD_NOT_ALLOWED";

/**
 * Decides who answers: the redirect takes `GET` and `HEAD` of one path segment that can be a code, before the framework
 * has done anything for it; everything else is the framework's.
 */
export function createListener(options: ListenerOptions): RequestListener {
  const { site, app, ownPaths, readiness, monotonicMs } = options;
  return (request, response) => {
    const startedMs = monotonicMs();
    // A connection that would be kept would outlive the drain.
    if (readiness.isDraining) response.shouldKeepAlive = false;
    if (!hasHost(request)) return refuseMalformed(options, request, response);
    if (!normaliseTarget(request)) return refuseTarget(options, request, response);
    const target = request.url ?? "";
    const code = codeOf(target);
    if (code === undefined || ownPaths.has(pathOf(target))) return passOn(options, request, response, app);
    const domain = hostDomain(site, request);
    if (domain === undefined) return misdirect(options, request, response);
    if (request.method !== "GET" && request.method !== "HEAD")
      return refuseMethod(options, request, response, "GET, HEAD");
    const answered = options.redirect({ domain, code, request, response });
    if (answered === undefined) return options.onRedirect(response.statusCode, startedMs);
    void answered.then(() => options.onRedirect(response.statusCode, startedMs));
  };
}

/** Probes and scrapers come by address, so the node's own pages are answered under any Host. */
function passOn(
  options: ListenerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  app: RequestListener,
): void {
  const isOwn = options.ownPaths.has(pathOf(request.url ?? ""));
  if (!isOwn && hostDomain(options.site, request) === undefined) return misdirect(options, request, response);
  if (!frameworkMethods.has(request.method ?? "")) return refuseMethod(options, request, response, allow);
  app(request, response);
}

/** What the framework's router knows; it would call any other method's address unknown. */
const frameworkMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"]);
const allow = "GET, HEAD, POST, PATCH, DELETE";

/** A name has at most 253 characters (RFC 1035, 3.1), and a dot and a port may follow. */
const maxHostChars = 260;

/**
 * RFC 9112, 3.2: a request without Host, with more than one, or with one that cannot be is malformed. HTTP/1.0 knows no
 * Host.
 */
function hasHost({ headers: { host }, httpVersionMinor }: IncomingMessage): boolean {
  return host === undefined ? httpVersionMinor === 0 : host.length <= maxHostChars && !host.includes(",");
}

/** Undefined: not ours. */
function hostDomain(site: Site, { headers: { host } }: IncomingMessage): string | undefined {
  return host === undefined ? "" : site.domainOf(host);
}

function misdirect({ onMisdirected }: ListenerOptions, request: IncomingMessage, response: ServerResponse): void {
  onMisdirected();
  // It is people that a wrong name in DNS or in a proxy sends here.
  sendAnswer(response, denial("HOST_UNKNOWN", request));
}

function refuseMalformed({ onRefused }: ListenerOptions, request: IncomingMessage, response: ServerResponse): void {
  onRefused("REQUEST_MALFORMED");
  sendProblem(request, response, "REQUEST_MALFORMED");
}

function refuseMethod(
  { onRefused }: ListenerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  allowed: string,
): void {
  onRefused("METHOD_NOT_ALLOWED");
  sendProblem(request, response, "METHOD_NOT_ALLOWED", { allow: allowed });
}

/** `OPTIONS *` asks about the server as a whole (RFC 9110, 9.3.7). */
function refuseTarget(options: ListenerOptions, request: IncomingMessage, response: ServerResponse): void {
  if (request.url === "*" && request.method === "OPTIONS") {
    response.writeHead(204, { allow, "cache-control": "no-store" }).end();
    return;
  }
  refuseMalformed(options, request, response);
}
