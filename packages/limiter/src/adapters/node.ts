import { errorAnswer } from "../http/problem.ts";
import type { Limiter } from "../limiter.ts";
import type { Scope } from "../scope.ts";
import type { LimitOptions, OptionsArgument } from "./limit-options.ts";
import {
  nodeOrigin,
  sendAnswer,
  setLimitHeaders,
  settleOnClose,
  type NodeRequest,
  type NodeResponse,
} from "./node-messages.ts";
import { invalid, isFunction } from "./option-rules.ts";
import { createReport } from "./report.ts";
import { createRequestLimit } from "./request-limit.ts";

export { decisionOf } from "./decision-of.ts";

/** As much of node's ServerResponse as is needed to answer in place of a listener that failed. */
export type ListenerResponse = NodeResponse & {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  getHeaderNames(): readonly string[];
  removeHeader(name: string): unknown;
  destroy(): unknown;
};

/**
 * Puts a limiter before a listener of `http.createServer`. A refused request does not reach it.
 *
 * The promise never rejects, since node does not look at it: what the listener, or a function of the options, throws is
 * answered with 500 (a response that has begun is broken off) and told to `onError`.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function withLimit<Request extends NodeRequest, Response extends ListenerResponse, Asked = Scope>(
  limiter: Limiter<Asked>,
  listener: (request: Request, response: Response) => void | Promise<void>,
  ...[options]: OptionsArgument<LimitOptions<Request, Asked>, Asked>
): (request: Request, response: Response) => Promise<void> {
  if (!isFunction(listener)) throw invalid("withLimit(limiter, listener, options): the listener is no function.");
  const limit = createRequestLimit<Request, Asked>("withLimit", limiter, options);
  const report = createReport<Request>(options ?? {});
  return async (request, response) => {
    try {
      const limited = await limit(request, nodeOrigin(request), request);
      if (limited === "gone") return;
      if (limited !== undefined) {
        setLimitHeaders(response, limited);
        if (limited.refusal !== undefined) return sendAnswer(response, limited.refusal);
        settleOnClose(response, limited);
      }
      await listener(request, response);
    } catch (error) {
      fail(response);
      await report(error, request);
    }
  };
}

function fail(response: ListenerResponse): void {
  if (response.writableEnded) return;
  if (response.headersSent) return void response.destroy();
  // They were of another body.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  sendAnswer(response, errorAnswer());
}
