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
import { createRequestLimit } from "./request-limit.ts";

/**
 * Puts a limiter before a listener of `http.createServer`. A refused request does not reach it.
 *
 * The promise rejects with what the listener, or a function of the options, throws.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function withLimit<Request extends NodeRequest, Response extends NodeResponse, Asked = Scope>(
  limiter: Limiter<Asked>,
  listener: (request: Request, response: Response) => void | Promise<void>,
  ...[options]: OptionsArgument<LimitOptions<Request, Asked>, Asked>
): (request: Request, response: Response) => Promise<void> {
  const limit = createRequestLimit<Request, Asked>(limiter, options);
  return async (request, response) => {
    const limited = await limit(request, nodeOrigin(request), request);
    if (limited !== undefined) {
      setLimitHeaders(response, limited);
      if (limited.refusal !== undefined) return sendAnswer(response, limited.refusal);
      settleOnClose(response, limited);
    }
    await listener(request, response);
  };
}
