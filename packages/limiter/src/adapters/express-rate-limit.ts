import type { Decision } from "../decision.ts";
import { LimiterError } from "../errors.ts";
import { mergeHeaders } from "../http/merge-headers.ts";
import { isFailure, refusalAnswer } from "../http/problem.ts";
import { retryAfterSeconds } from "../http/retry-after.ts";
import type { Limiter } from "../limiter.ts";
import { toMiddleware, type Next } from "./express-middleware.ts";
import { checkOptions } from "./express-rate-limit/check-options.ts";
import type {
  ExpressRequest,
  ExpressResponse,
  RateLimitInfo,
  RateLimitOptions,
  ResolvedOptions,
} from "./express-rate-limit/options.ts";
import { createQuota, type Asked } from "./express-rate-limit/quota.ts";
import { resolveOptions } from "./express-rate-limit/resolve-options.ts";
import { legacyLines, standardFormat } from "./express-rate-limit/standard-headers.ts";
import { headerText, sendAnswer } from "./node-messages.ts";
import { createReport } from "./report.ts";

export { ipKeyGenerator } from "./express-rate-limit/ip-key.ts";
export type { RateLimitInfo, RateLimitOptions } from "./express-rate-limit/options.ts";

/** Middleware of Express, with the counters of single keys in reach. */
export type RateLimitHandler = {
  (request: ExpressRequest, response: ExpressResponse, next: Next): Promise<void>;
  /** Makes a key's counter fresh. */
  resetKey(key: string): Promise<void>;
  /** What a key has used; undefined when it has used nothing. Needs a `limit` that is a number. */
  getKey(key: string): Promise<{ readonly totalHits: number; readonly resetTime: Date | undefined } | undefined>;
};

/**
 * Takes the place of express-rate-limit 8 with the same options.
 *
 * What differs: a refused request costs nothing, so that `used` stays at the limit; `store` is a store of this package;
 * a failure of it under `passOnStoreError: false` answers 503; there is no partition key in draft-8 headers, since an
 * address can be found from its hash.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID` for an option that has no counterpart, and what makes no sense as a policy.
 */
export function rateLimit(options: RateLimitOptions = {}): RateLimitHandler {
  checkOptions(options);
  const resolved = resolveOptions(options);
  const { limit, keyGenerator, skip, handler } = resolved;
  const fixedLimit = typeof limit === "number" ? limit : undefined;
  const quota = createQuota(resolved);
  const tell = createTell(resolved);
  const middleware = toMiddleware(async (request: ExpressRequest, response: ExpressResponse, next) => {
    if (await skip(request, response)) return true;
    const key = await keyGenerator(request, response);
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
    resetKey: async (key: string) => quota.reset({ client: key, limit: fixedLimit ?? 1 }),
    getKey: async (key: string) => {
      if (fixedLimit === undefined)
        throw new LimiterError("HTTP_OPTION_INVALID", "getKey: `limit` is a function of a request that is not there.");
      const { used, resetTime } = infoOf(await quota.peek({ client: key, limit: fixedLimit }), key);
      return used === 0 ? undefined : { totalHits: used, resetTime };
    },
  });
}

function infoOf({ policies: [verdict], atMicros }: Decision, key: string): RateLimitInfo {
  const { limit = 0, remaining = 0, resetAfterMs = 0 } = verdict ?? {};
  const resetTime = limit === 0 || atMicros === 0 ? undefined : new Date(atMicros / 1000 + resetAfterMs);
  return { limit, used: limit - remaining, remaining, resetTime, key };
}

function createTell({ legacyHeaders, standardHeaders, requestPropertyName, retryAfter }: ResolvedOptions) {
  const format = standardFormat(standardHeaders);
  const tellState = async (decision: Decision, info: RateLimitInfo, response: ExpressResponse): Promise<void> => {
    const current = (name: string) => headerText(response.getHeader(name));
    const standard = format === undefined ? [] : mergeHeaders(format, await format.lines(decision), current);
    const legacy = legacyHeaders ? legacyLines(info, Date.now()) : [];
    for (const [name, value] of [...legacy, ...standard]) response.setHeader(name, value);
  };
  return async (decision: Decision, key: string, request: ExpressRequest, response: ExpressResponse): Promise<void> => {
    const info = infoOf(decision, key);
    Reflect.set(request, requestPropertyName, info);
    // Of counters that nobody has seen, no header tells.
    if (!decision.degraded) await tellState(decision, info, response);
    if (decision.allowed || (!legacyHeaders && format === undefined)) return;
    const told = typeof retryAfter === "function" ? await retryAfter(request, response) : retryAfter;
    const seconds = told ?? retryAfterSeconds(decision.retryAfterMs);
    if (seconds !== null) response.setHeader("Retry-After", String(seconds));
  };
}

type Passed = {
  readonly asked: Asked;
  readonly decision: Decision;
  readonly request: ExpressRequest;
  readonly response: ExpressResponse;
};

/** Gives back what is not to count, once the response is through. */
function settle(
  quota: Limiter<Asked>,
  { asked, decision, request, response }: Passed,
  { skipFailedRequests, skipSuccessfulRequests, requestWasSuccessful, logger }: ResolvedOptions,
): void {
  if (!skipFailedRequests && !skipSuccessfulRequests) return;
  const message = "The cost of a request could not be given back.";
  const report = createReport(logger === undefined ? {} : { onError: (error) => logger.error(error, message) });
  const onClose = async () => {
    try {
      const isSuccess = response.writableFinished && (await requestWasSuccessful(request, response));
      if (isSuccess ? skipSuccessfulRequests : skipFailedRequests) await quota.refund(asked, decision);
    } catch (error) {
      await report(error, request);
    }
  };
  if (response.closed === true) void onClose();
  else response.once("close", () => void onClose());
}
