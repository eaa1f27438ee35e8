import type { Decision } from "../decision.ts";
import { LimiterError } from "../errors.ts";
import { shown } from "../shown.ts";
import { tightestPolicy, type HeaderFormat, type HeaderLine } from "./header-format.ts";
import { retryAfterSeconds } from "./retry-after.ts";
import { fieldInteger } from "./structured-fields.ts";
import { wholeSeconds } from "./whole-seconds.ts";

/**
 * Three headers of your own: `<prefix>-Limit`, `<prefix>-Remaining` and `<prefix>-Reset`, of the policy that is nearest
 * to its limit.
 *
 * Reset is in seconds from now: until nothing counts as used any more, or, in a denial, until the request would pass.
 *
 * @param prefix An HTTP token, such as `X-Quota`; not `RateLimit`, whose fields mean something else by now.
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function customHeaders(prefix: string): HeaderFormat {
  if (typeof prefix !== "string" || !/^[\w!#$%&'*+.^`|~-]+$/.test(prefix) || prefix.toLowerCase() === "ratelimit") {
    throw new LimiterError("HTTP_OPTION_INVALID", `Headers cannot begin with ${shown(prefix)}.`);
  }
  return {
    remainingIn: (header) => Number(header(`${prefix}-Remaining`) ?? Number.NaN),
    lines(decision) {
      const verdict = tightestPolicy(decision);
      if (verdict === undefined) return [];
      const reset = resetSeconds(verdict);
      const lines: HeaderLine[] = [
        [`${prefix}-Limit`, fieldInteger(verdict.limit)],
        [`${prefix}-Remaining`, fieldInteger(verdict.remaining)],
      ];
      return reset === null ? lines : [...lines, [`${prefix}-Reset`, fieldInteger(reset)]];
    },
  };
}

function resetSeconds(verdict: Decision["policies"][number]): number | null {
  return verdict.allowed ? wholeSeconds(verdict.resetAfterMs) : retryAfterSeconds(verdict.retryAfterMs);
}
