import type { Decision } from "../../decision.ts";
import { draft11 } from "../../http/draft-11.ts";
import type { HeaderFormat, HeaderLine } from "../../http/header-format.ts";
import { wholeSeconds } from "../../http/whole-seconds.ts";
import type { UsedOptions } from "./options.ts";
import { rateLimitInfo } from "./rate-limit-info.ts";

/** Headers as express-rate-limit writes them; only one of its drafts at a time. */
export function limitFormats({ legacyHeaders, standardHeaders }: UsedOptions): readonly HeaderFormat[] {
  const standard = typeof standardHeaders === "string" ? [standardFormats[standardHeaders]] : [];
  return legacyHeaders ? [legacyFormat, ...standard] : standard;
}

/** Reset is an instant, so that Date stands beside it. */
const legacyFormat: HeaderFormat = {
  remainingIn: (header) => Number(header("X-RateLimit-Remaining") ?? Number.NaN),
  lines(decision) {
    const { limit, remaining, resetTime } = rateLimitInfo(decision, "");
    return [
      ["X-RateLimit-Limit", String(limit)],
      ["X-RateLimit-Remaining", String(remaining)],
      ["Date", new Date().toUTCString()],
      ...(resetTime === undefined ? [] : [["X-RateLimit-Reset", String(wholeSeconds(resetTime.getTime()))] as const]),
    ];
  },
};

const standardFormats: Readonly<Record<"draft-6" | "draft-7" | "draft-8", HeaderFormat>> = {
  "draft-6": {
    remainingIn: (header) => Number(header("RateLimit-Remaining") ?? Number.NaN),
    lines: draft6,
  },
  "draft-7": {
    remainingIn: (header) => Number(/remaining=(\d+)/.exec(header("RateLimit") ?? "")?.[1]),
    lines: draft7,
  },
  "draft-8": draft11(),
};

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
