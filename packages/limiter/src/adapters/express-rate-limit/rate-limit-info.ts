import type { Decision } from "../../decision.ts";
import type { RateLimitInfo } from "./options.ts";

/** A decision in the original's words. */
export function rateLimitInfo({ policies: [verdict], atMicros }: Decision, key: string): RateLimitInfo {
  const { limit = 0, remaining = 0, resetAfterMs = 0 } = verdict ?? {};
  const resetTime = limit === 0 || atMicros === 0 ? undefined : new Date(atMicros / 1000 + resetAfterMs);
  return { limit, used: limit - remaining, remaining, resetTime, key };
}
