import { maxFieldInteger } from "./structured-fields.ts";
import { wholeSeconds } from "./whole-seconds.ts";

/** Seconds for Retry-After (RFC 9110, 10.2.3): whole, at least 1; null when no wait would help. */
export function retryAfterSeconds(retryAfterMs: number | null): number | null {
  if (retryAfterMs === null) return null;
  return Math.min(Math.max(wholeSeconds(retryAfterMs), 1), maxFieldInteger);
}
