import type { Decision } from "@narrows/limiter";
import { retryAfterSeconds } from "@narrows/limiter/http";
import { ApiError } from "../problems/index.ts";

/** Retry-After for a wait: whole seconds, rounded up, at least 1. */
export function waitHeaders(waitMs: number | null): Readonly<Record<string, string>> {
  const seconds = retryAfterSeconds(waitMs);
  return seconds === null ? {} : { "retry-after": String(seconds) };
}

/**
 * The refusal of a request that would have to wait.
 *
 * @param decision Left out where the address must wait, whatever it asks.
 */
export function rateLimited(waitMs: number | null, decision?: Decision): ApiError {
  const seconds = retryAfterSeconds(waitMs);
  return new ApiError("RATE_LIMITED", {
    headers: waitHeaders(waitMs),
    // As draft-ietf-httpapi-ratelimit-headers-11, section 5, names them.
    extensions: {
      ...(decision === undefined ? {} : { "violated-policies": decision.violated }),
      ...(seconds === null ? {} : { retry_after: seconds }),
    },
  });
}
