import type { Answer } from "../http/answer.ts";
import type { Limiter } from "../limiter.ts";
import type { Scope } from "../scope.ts";
import type { LimitOptions, OptionsArgument } from "./limit-options.ts";
import { functionRule, invalid, isFunction } from "./option-rules.ts";
import { abortedStatus } from "./refund-when.ts";
import { createReport } from "./report.ts";
import { createRequestLimit, type LimitedRequest } from "./request-limit.ts";
import { settleOnce, watchBody } from "./watch-body.ts";

export { decisionOf } from "./decision-of.ts";

/** A handler as Deno, Bun, Hono, Next.js and Workers know it; what comes after the request is passed on. */
export type FetchHandler<Rest extends readonly unknown[] = []> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>;

export type FetchLimitOptions<Rest extends readonly unknown[], Asked = Scope> = LimitOptions<Request, Asked> & {
  /**
   * The address that holds the connection, which a `Request` does not know. Deno:
   * `(_request, info) => info.remoteAddr.hostname`; Bun: `(request, server) => server.requestIP(request)?.address`.
   * Without it, and without `identify`, all requests are one anonymous client's.
   */
  readonly remoteAddress?: (request: Request, ...rest: Rest) => string | undefined;
  /** Where a worker may end with the response: keeps it alive until a refund is through. */
  readonly waitUntil?: (work: Promise<void>) => unknown;
};

const fetchRules = { remoteAddress: functionRule, waitUntil: functionRule };

/**
 * Puts a limiter before a handler of requests. A refused request does not reach it.
 *
 * Rejects with what the handler, or a function of the options, throws.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function withLimit<Rest extends readonly unknown[] = [], Asked = Scope>(
  limiter: Limiter<Asked>,
  handler: FetchHandler<Rest>,
  ...[options]: OptionsArgument<FetchLimitOptions<Rest, Asked>, Asked>
): (request: Request, ...rest: Rest) => Promise<Response> {
  if (!isFunction(handler)) throw invalid("withLimit(limiter, handler, options): the handler is no function.");
  const limit = createRequestLimit<Request, Asked>("withLimit", limiter, options, fetchRules);
  const { remoteAddress, waitUntil = () => {} }: Partial<FetchLimitOptions<Rest, Asked>> = options ?? {};
  const report = createReport<Request>(options ?? {});
  const keepAlive = async (work: Promise<void>, request: Request) => {
    try {
      await waitUntil(work);
    } catch (error) {
      await report(error, request);
    }
  };
  return async (request, ...rest) => {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const origin = { remoteAddress: remoteAddress?.(request, ...rest), header, isGone: request.signal.aborted };
    const limited = await limit(request, origin, request);
    if (limited === undefined) return handler(request, ...rest);
    if (limited === "gone") return new Response(null, { status: abortedStatus });
    const { refusal, settle } = limited;
    if (refusal !== undefined) return withHeaders(toResponse(refusal, request.method), limited);
    if (settle === undefined) return withHeaders(await handler(request, ...rest), limited);
    const settled = settleOnce(request.signal, (status) => void keepAlive(settle(status), request));
    return withHeaders(watchBody(await handled(() => handler(request, ...rest), settled), settled), limited);
  };
}

async function handled(work: () => Response | Promise<Response>, settled: (status: number) => void): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    settled(500);
    throw error;
  }
}

function toResponse({ status, headers, body }: Answer, method: string): Response {
  return new Response(method === "HEAD" ? null : body, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
}

/**
 * A copy, since the headers of a response from `fetch` or `Response.redirect` are immutable, and a handler may answer
 * with one object many times. A change of protocol (101) cannot be copied and has no headers to tell limits in.
 */
function withHeaders(response: Response, { headers }: LimitedRequest): Response {
  const lines = headers((name) => response.headers.get(name) ?? undefined);
  if (lines.length === 0 || response.status < 200) return response;
  const copy = new Response(response.body, response);
  for (const [name, value] of lines) copy.headers.set(name, value);
  return copy;
}
