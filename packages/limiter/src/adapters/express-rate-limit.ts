import type { Decision } from "../decision.ts";
import { LimiterError } from "../errors.ts";
import type { HeaderFormat } from "../http/header-format.ts";
import { mergeHeaders } from "../http/merge-headers.ts";
import { isFailure, refusalAnswer } from "../http/problem.ts";
import { retryAfterSeconds } from "../http/retry-after.ts";
import type { Limiter } from "../limiter.ts";
import type { ExpressMessage, ExpressReply, ExpressResponse } from "./express-messages.ts";
import { toMiddleware, type Next } from "./express-middleware.ts";
import { checkRateLimitOptions } from "./express-rate-limit/check-rate-limit-options.ts";
import { ipKeyGenerator } from "./express-rate-limit/ip-key.ts";
import { limitFormats } from "./express-rate-limit/limit-formats.ts";
import type { RateLimitOptions, RateLimitRequest, UsedOptions } from "./express-rate-limit/options.ts";
import { createQuota, type Asked } from "./express-rate-limit/quota.ts";
import { rateLimitInfo } from "./express-rate-limit/rate-limit-info.ts";
import { resolveOptions } from "./express-rate-limit/resolve-options.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./express-rate-limit/time-spans.ts";
import { headerText, sendAnswer } from "./node-messages.ts";
import { createReport } from "./report.ts";

export { DAY, HOUR, ipKeyGenerator, MINUTE, SECOND };
export type {
  AugmentedRequest,
  RateLimitInfo,
  RateLimitOptions,
  ResolvedOptions as Options,
} from "./express-rate-limit/options.ts";

/** Middleware of Express, with the counters of single keys in reach. */
export type RateLimitRequestHandler<Incoming = RateLimitRequest, Outgoing = ExpressResponse> = {
  (request: Incoming, response: Outgoing, next: Next): Promise<void>;
  /** Makes a key's counter fresh. */
  resetKey(key: number | string): Promise<void>;
  /** What a key has used; undefined when it has used nothing. Needs a `limit` that is a number. */
  getKey(
    key: number | string,
  ): Promise<{ readonly totalHits: number; readonly resetTime: Date | undefined } | undefined>;
};

/**
 * Takes the place of express-rate-limit 8 with the same options.
 *
 * What differs: a refused request costs nothing, so that `used` stays at the limit; `store` is a store of this package;
 * a failure of it under `passOnStoreError: false` answers 503; there is no partition key in draft-8 headers, since an
 * address can be found from its hash.
 *
 * Functions of the options get Express's request and response as far as this package describes them; where they name
 * types of their own, or `rateLimit<express.Request, express.Response>` does, they get those.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID` for an option that has no counterpart, and what makes no sense as a policy.
 */
export function rateLimit<
  Incoming extends ExpressMessage = RateLimitRequest,
  Outgoing extends ExpressReply = ExpressResponse,
>(options: RateLimitOptions<Incoming, Outgoing> = {}): RateLimitRequestHandler<NoInfer<Incoming>, NoInfer<Outgoing>> {
  checkRateLimitOptions(options);
  const resolved = resolveOptions(options);
  const { limit, keyGenerator, skip, handler } = resolved;
  const fixedLimit = typeof limit === "number" ? limit : undefined;
  const isAddressed = options.keyGenerator === undefined;
  const quota = createQuota(resolved);
  const tell = createTell(resolved);
  const middleware = toMiddleware(async (request: ExpressMessage, response: ExpressReply, next) => {
    if (await skip(request, response)) return true;
    // As `anonymous` he could use up what clients without an address have; there is nobody to answer.
    if (isAddressed && request.ip === undefined && request.socket.destroyed === true) return false;
    // Ids are often numbers; the original takes whatever it is, too.
    const key = String(await keyGenerator(request, response));
    const asked = { client: key, limit: typeof limit === "number" ? limit : await limit(request, response) };
    const decision = await quota.check(asked);
    if (isFailure(decision)) {
      sendAnswer(response, refusalAnswer(decision));
      return false;
    }
    await tell(decision, key, request, response);
    if (decision.allowed) settle(quota, { asked, decision, request, response }, resolved);
    else await handler(request, response, next, resolved);
    return decision.allowed;
  });
  return Object.assign(middleware, {
    // A counter is the same under every limit, but under 0 there is none.
    resetKey: async (key: number | string) => quota.reset({ client: String(key), limit: fixedLimit ?? 1 }),
    getKey: async (key: number | string) => {
      if (fixedLimit === undefined)
        throw new LimiterError("HTTP_OPTION_INVALID", "getKey: `limit` is a function of a request that is not there.");
      const client = String(key);
      const { used, resetTime } = rateLimitInfo(await quota.peek({ client, limit: fixedLimit }), client);
      return used === 0 ? undefined : { totalHits: used, resetTime };
    },
  });
}

/** As the original is required: the function itself, which has the other names. */
const required = Object.assign(rateLimit, { DAY, HOUR, MINUTE, SECOND, default: rateLimit, ipKeyGenerator, rateLimit });

// The only entry with a default export, since the original has one. Node gives what bears the other name to `require`.
export { rateLimit as default, required as "module.exports" };

function createTell(options: UsedOptions) {
  const { requestPropertyName, retryAfter } = options;
  const formats = limitFormats(options);
  return async (decision: Decision, key: string, request: ExpressMessage, response: ExpressReply): Promise<void> => {
    Reflect.set(request, requestPropertyName, rateLimitInfo(decision, key));
    // Of counters that nobody has seen, no header tells.
    for (const format of decision.degraded ? [] : formats) await setHeaders(response, format, decision);
    if (decision.allowed || formats.length === 0) return;
    const told = typeof retryAfter === "function" ? await retryAfter(request, response) : retryAfter;
    const seconds = told ?? retryAfterSeconds(decision.retryAfterMs);
    if (seconds !== null) response.setHeader("Retry-After", String(seconds));
  };
}

async function setHeaders(response: ExpressReply, format: HeaderFormat, decision: Decision): Promise<void> {
  const current = (name: string) => headerText(response.getHeader(name));
  for (const [name, value] of mergeHeaders(format, await format.lines(decision), current))
    response.setHeader(name, value);
}

type Passed = {
  readonly asked: Asked;
  readonly decision: Decision;
  readonly request: ExpressMessage;
  readonly response: ExpressReply;
};

/** Gives back what is not to count, once the response is through. */
function settle(
  quota: Limiter<Asked>,
  { asked, decision, request, response }: Passed,
  { skipFailedRequests, skipSuccessfulRequests, requestWasSuccessful, logger }: UsedOptions,
): void {
  if (!skipFailedRequests && !skipSuccessfulRequests) return;
  const message = "The cost of a request could not be given back.";
  const report = createReport(logger === undefined ? {} : { onError: (error) => logger.error(error, message) });
  const onClose = async () => {
    try {
      // Who hangs up pays, or else whoever does so before the answer would never be limited.
      if (!response.writableFinished) return;
      const isSuccess = await requestWasSuccessful(request, response);
      if (isSuccess ? skipSuccessfulRequests : skipFailedRequests) await quota.refund(asked, decision);
    } catch (error) {
      await report(error, request);
    }
  };
  if (response.closed === true) void onClose();
  else response.once("close", () => void onClose());
}
