import type { Decision } from "@narrows/limiter";
import { retryAfterSeconds } from "@narrows/limiter/http";
import { ApiError } from "../problems/index.ts";

/** What an answer to a request that must wait says, beside its code. */
export type WaitDetails = {
  /** Null: no wait would help. */
  readonly waitSeconds: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Members of the body, as draft-ietf-httpapi-ratelimit-headers-11, section 5, names them. */
  readonly extensions: Readonly<Record<string, unknown>>;
};

/** Says a wait in whole seconds, rounded up, at least 1. */
export function waitDetails(waitMs: number | null, { violated }: Pick<Decision, "violated">): WaitDetails {
  const waitSeconds = retryAfterSeconds(waitMs);
  return {
    waitSeconds,
    headers: waitSeconds === null ? {} : { "retry-after": String(waitSeconds) },
    extensions: { "violated-policies": violated, ...(waitSeconds === null ? {} : { retry_after: waitSeconds }) },
  };
}

/** The refusal of a request that would have to wait. */
export function rateLimited(waitMs: number | null, decision: Pick<Decision, "violated">): ApiError {
  return new ApiError("RATE_LIMITED", waitDetails(waitMs, decision));
}
