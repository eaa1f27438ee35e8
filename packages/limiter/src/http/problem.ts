import type { Decision } from "../decision.ts";
import type { Answer } from "./answer.ts";
import type { HeaderLine } from "./header-format.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/** Problem types (RFC 9457). The first is registered by draft-ietf-httpapi-ratelimit-headers-11, section 5. */
export const problemTypes = {
  quotaExceeded: "https://iana.org/assignments/http-problem-types#quota-exceeded",
  limiterUnavailable: "urn:narrows:limiter-unavailable",
  costAboveLimit: "urn:narrows:cost-above-limit",
} as const;

/**
 * The response to a request that may not pass: 429 when its quota is used up, 503 when the limiter could not tell and
 * fails closed. Clients and graphs must be able to tell the two apart.
 */
export function refusalAnswer(decision: Decision): Answer {
  return isFailure(decision) ? unavailable() : quotaExceeded(decision);
}

/** Whether a refusal is for want of an answer and not for want of quota: no policy is named then. */
export function isFailure(decision: Decision): boolean {
  return !decision.allowed && decision.degraded && decision.violated.length === 0;
}

/**
 * The response to a request that costs more than a limit can ever give. 422, since no wait helps, and since a 413 would
 * be taken for one of a proxy that counts bytes.
 */
export function costAboveLimitAnswer(): Answer {
  return answer(422, null, {
    type: problemTypes.costAboveLimit,
    title: "Request takes more than its quota can ever give",
    status: 422,
    detail: "No wait will help. Ask for less at once.",
  });
}

/** The response in place of one that an error prevented. */
export function errorAnswer(): Answer {
  return answer(500, null, { type: "about:blank", title: "Internal Server Error", status: 500 });
}

function quotaExceeded(decision: Decision): Answer {
  const seconds = retryAfterSeconds(decision.retryAfterMs);
  const body = {
    type: problemTypes.quotaExceeded,
    title: "Request cannot be satisfied as assigned quota has been exceeded",
    status: 429,
    detail: seconds === null ? "No wait will help." : `Repeat the request in ${seconds} s.`,
    "violated-policies": decision.violated,
    ...(seconds === null ? {} : { retry_after: seconds }),
  };
  return answer(429, seconds, body);
}

function unavailable(): Answer {
  return answer(503, 1, {
    type: problemTypes.limiterUnavailable,
    title: "The rate limiter cannot tell whether this request may pass",
    status: 503,
    detail: "Nothing was done. Repeat the request in 1 s.",
    retry_after: 1,
  });
}

function answer(status: number, retryAfter: number | null, problem: object): Answer {
  const headers: HeaderLine[] = [
    ["Content-Type", "application/problem+json"],
    // RFC 6585, 4: a 429 must not be stored by a cache.
    ["Cache-Control", "no-store"],
  ];
  if (retryAfter !== null) headers.push(["Retry-After", String(retryAfter)]);
  return { status, headers, body: JSON.stringify(problem) };
}
