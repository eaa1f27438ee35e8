import type { Limiter } from "../limiter.ts";
import type { Scope } from "../scope.ts";
import type { ExpressRequest } from "./express-messages.ts";
import { toMiddleware, type Next } from "./express-middleware.ts";
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

export { decisionOf } from "./decision-of.ts";

/**
 * Middleware of Express 5, and of 4. A refused request does not reach what comes after it.
 *
 * What a function of the options throws goes to the application's error handler. Express's own setting `trust proxy` is
 * not looked at: see `trustedProxies`.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function limitRequests<Request extends NodeRequest = ExpressRequest, Asked = Scope>(
  limiter: Limiter<Asked>,
  ...[options]: OptionsArgument<LimitOptions<Request, Asked>, Asked>
): (request: NoInfer<Request>, response: NodeResponse, next: Next) => Promise<void> {
  const limit = createRequestLimit<Request, Asked>("limitRequests", limiter, options);
  return toMiddleware(async (request, response) => {
    const limited = await limit(request, nodeOrigin(request), request);
    if (limited === undefined) return true;
    if (limited === "gone") return false;
    setLimitHeaders(response, limited);
    if (limited.refusal === undefined) settleOnClose(response, limited);
    else sendAnswer(response, limited.refusal);
    return limited.refusal === undefined;
  });
}
