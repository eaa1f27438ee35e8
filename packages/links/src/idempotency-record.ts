import type { IdempotencyRecord, IdempotentAnswer, IdempotentRequest } from "./link-store.ts";

/** How long an Idempotency-Key is remembered. */
const lifeMs = 24 * 60 * 60 * 1000;

/** What is kept of the first answer to an idempotent request. */
export function recordOf(request: IdempotentRequest, answer: IdempotentAnswer, now: number): IdempotencyRecord {
  return { ...request, ...answer, expiresAt: now + lifeMs };
}
