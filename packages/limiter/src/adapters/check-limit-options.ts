import { shown } from "../shown.ts";
import type { CommonLimitOptions } from "./limit-options.ts";
import { anyRule, checkOptions, functionRule, invalid, isFunction, type OptionRules } from "./option-rules.ts";

/** Every option there is; the type asks for each, so that none is forgotten. */
const rules: OptionRules<keyof CommonLimitOptions<never> | "scope"> = {
  identify: functionRule,
  trustedProxies: anyRule,
  forwardedHeader: anyRule,
  ipv6PrefixBits: anyRule,
  route: { isRight: (value) => typeof value === "string" || isFunction(value), allowed: "a text, or a function" },
  scope: functionRule,
  cost: {
    isRight: (value) => isFunction(value) || (Number.isSafeInteger(value) && Number(value) >= 1),
    allowed: "a whole number from 1, or a function",
  },
  headers: anyRule,
  skip: functionRule,
  onLimited: functionRule,
  refundWhen: {
    isRight: (value) => value === "success" || value === "failure" || isFunction(value),
    allowed: "success, failure or a function of the status",
  },
  onError: functionRule,
  onWarning: functionRule,
};

/**
 * Refuses what an adapter was called with when it would be ignored, or fail at the first request. What the address and
 * the headers are told by is looked at by those who use it.
 *
 * @param call The adapter's name.
 * @param moreRules Of options that this adapter alone has.
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function checkLimitOptions(call: string, limiter: unknown, options: unknown, moreRules: OptionRules = {}): void {
  if (typeof limiter !== "object" || limiter === null || !("check" in limiter))
    throw invalid(`${call}: the limiter is ${shown(limiter)}. It is what createLimiter({ policy, store }) gives.`);
  checkOptions(call, options, { ...rules, ...moreRules });
}
