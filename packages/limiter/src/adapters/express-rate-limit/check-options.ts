import { LimiterError } from "../../errors.ts";
import type { RateLimitOptions } from "./options.ts";

/** Every option there is; the type asks for each, so that none is forgotten. */
const known: Readonly<Record<keyof RateLimitOptions, true>> = {
  windowMs: true,
  limit: true,
  max: true,
  message: true,
  statusCode: true,
  standardHeaders: true,
  legacyHeaders: true,
  headers: true,
  identifier: true,
  retryAfter: true,
  requestPropertyName: true,
  skipFailedRequests: true,
  skipSuccessfulRequests: true,
  keyGenerator: true,
  ipv6Subnet: true,
  handler: true,
  skip: true,
  requestWasSuccessful: true,
  store: true,
  validate: true,
  passOnStoreError: true,
  logger: true,
};

const withoutCounterpart: Readonly<Record<string, string>> = {
  onLimitReached: "Use `handler`.",
  draft_polli_ratelimit_headers: "Use `standardHeaders`.",
  delayAfter: "Slowing down is not supported.",
  delayMs: "Slowing down is not supported.",
  maxDelayMs: "Slowing down is not supported.",
};

/**
 * Refuses what would be understood differently here.
 *
 * @throws {LimiterError} `HTTP_OPTION_INVALID`
 */
export function checkOptions(options: RateLimitOptions): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name)) refuse(name, withoutCounterpart[name] ?? "There is no such option.");
  }
  const { store, identifier, ipv6Subnet, standardHeaders } = options;
  if (store !== undefined && !("charge" in store)) {
    refuse(
      "store",
      "Stores of express-rate-limit count without a limit in hand; give one of this package, such as redisStore(client, { onFailure }).",
    );
  }
  if (identifier !== undefined && typeof identifier !== "string") {
    refuse("identifier", "It names the counters too, so that it must be a text and no function.");
  }
  if (typeof ipv6Subnet === "number" && !(Number.isInteger(ipv6Subnet) && ipv6Subnet >= 1 && ipv6Subnet <= 128)) {
    refuse("ipv6Subnet", "It is a whole number from 1 to 128, or false.");
  }
  if (typeof standardHeaders === "string" && !["draft-6", "draft-7", "draft-8"].includes(standardHeaders)) {
    refuse("standardHeaders", "It is a boolean, draft-6, draft-7 or draft-8.");
  }
}

function refuse(option: string, why: string): never {
  throw new LimiterError("HTTP_OPTION_INVALID", `rateLimit({ ${option} }): ${why}`);
}
