import { anyRule, checkOptions, functionRule, isFunction, type OptionRule, type OptionRules } from "../option-rules.ts";
import type { RateLimitOptions } from "./options.ts";

const isNumber = (value: unknown): boolean => typeof value === "number";
const numberOrFunction: OptionRule = {
  isRight: (value) => isNumber(value) || isFunction(value),
  allowed: "a number, or a function of the request",
};

/** Every option there is; the type asks for each, so that none is forgotten. */
const rules: OptionRules<keyof RateLimitOptions> = {
  windowMs: { isRight: isNumber, allowed: "a number of milliseconds" },
  limit: numberOrFunction,
  max: numberOrFunction,
  message: anyRule,
  statusCode: { isRight: Number.isInteger, allowed: "a whole number" },
  standardHeaders: {
    isRight: (value) => typeof value === "boolean" || ["draft-6", "draft-7", "draft-8"].includes(String(value)),
    allowed: "a boolean, draft-6, draft-7 or draft-8",
  },
  legacyHeaders: anyRule,
  headers: anyRule,
  identifier: {
    isRight: (value) => typeof value === "string",
    allowed: "a text and no function, since it names the counters too",
  },
  retryAfter: anyRule,
  requestPropertyName: anyRule,
  skipFailedRequests: anyRule,
  skipSuccessfulRequests: anyRule,
  keyGenerator: functionRule,
  ipv6Subnet: {
    isRight: (value) =>
      value === false || isFunction(value) || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 128),
    allowed: "a whole number from 1 to 128, a function of the request, or false",
  },
  handler: functionRule,
  skip: functionRule,
  requestWasSuccessful: functionRule,
  store: {
    isRight: (value) => typeof value === "object" && value !== null && "charge" in value,
    allowed:
      "a store of this package, such as redisStore(client, { onFailure }); those of express-rate-limit count without a limit in hand",
  },
  validate: anyRule,
  passOnStoreError: anyRule,
  logger: {
    isRight: (value) => typeof value === "object" && value !== null && "warn" in value && "error" in value,
    allowed: "an object with the functions warn and error",
  },
};

const withoutCounterpart: Readonly<Record<string, string>> = {
  onLimitReached: "Use `handler`.",
  draft_polli_ratelimit_headers: "Use `standardHeaders`.",
  delayAfter: "Slowing down is not supported.",
  delayMs: "Slowing down is not supported.",
  maxDelayMs: "Slowing down is not supported.",
};

/**
 * Refuses what would be understood differently here.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function checkRateLimitOptions(options: object): void {
  checkOptions("rateLimit", options, rules, withoutCounterpart);
}
