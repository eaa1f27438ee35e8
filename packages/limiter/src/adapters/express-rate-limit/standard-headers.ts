import type { Decision } from "../../decision.ts";
import { draft11 } from "../../http/draft-11.ts";
import type { HeaderFormat, HeaderLine } from "../../http/header-format.ts";
import { wholeSeconds } from "../../http/whole-seconds.ts";
import type { RateLimitInfo, ResolvedOptions } from "./options.ts";

/** Headers as express-rate-limit writes them; only one of its drafts at a time. */
export function standardFormat(standardHeaders: ResolvedOptions["standardHeaders"]): HeaderFormat | undefined {
  if (standardHeaders === "draft-6") return { tightestBy: "RateLimit-Remaining", lines: draft6 };
  if (standardHeaders === "draft-7") return { tightestBy: "RateLimit", lines: draft7 };
  return standardHeaders === "draft-8" ? draft11() : undefined;
}

/** X-RateLimit-* as express-rate-limit has it: Reset is an instant, so that Date stands beside it. */
export function legacyLines({ limit, remaining, resetTime }: RateLimitInfo, nowMs: number): readonly HeaderLine[] {
  return [
    ["X-RateLimit-Limit", String(limit)],
    ["X-RateLimit-Remaining", String(remaining)],
    ["Date", new Date(nowMs).toUTCString()],
    ...(resetTime === undefined ? [] : [["X-RateLimit-Reset", String(wholeSeconds(resetTime.getTime()))] as const]),
  ];
}

function draft6({ policies: [verdict] }: Decision): readonly HeaderLine[] {
  if (verdict === undefined) return [];
  return [
    ["RateLimit-Policy", `${verdict.limit};w=${wholeSeconds(verdict.windowMs)}`],
    ["RateLimit-Limit", String(verdict.limit)],
    ["RateLimit-Remaining", String(verdict.remaining)],
    ["RateLimit-Reset", String(wholeSeconds(verdict.resetAfterMs))],
  ];
}

function draft7({ policies: [verdict] }: Decision): readonly HeaderLine[] {
  if (verdict === undefined) return [];
  const { limit, remaining, windowMs, resetAfterMs } = verdict;
  return [
    ["RateLimit-Policy", `${limit};w=${wholeSeconds(windowMs)}`],
    ["RateLimit", `limit=${limit}, remaining=${remaining}, reset=${wholeSeconds(resetAfterMs)}`],
  ];
}
