import { memoryStore } from "../../stores/memory/index.ts";
import type { ExpressMessage, ExpressReply } from "../express-messages.ts";
import { ipKey } from "./ip-key.ts";
import type { RateLimitOptions, UsedOptions } from "./options.ts";

/** Puts every default in its place; what is given as undefined has one too. */
export function resolveOptions(options: RateLimitOptions<ExpressMessage, ExpressReply>): UsedOptions {
  const { max = 5, limit = max, windowMs = 60_000, store = memoryStore() } = options;
  const { identifier = `${typeof limit === "number" ? limit : "limit"}-in-${duration(windowMs)}` } = options;
  const { message = "Too many requests, please try again later.", statusCode = 429, handler = answer } = options;
  const { standardHeaders = false, headers = true, legacyHeaders = headers } = options;
  const { requestPropertyName = "rateLimit", ipv6Subnet = 56, validate = true, skip = () => false } = options;
  const { skipFailedRequests = false, skipSuccessfulRequests = false } = options;
  const { requestWasSuccessful = (_request, response) => response.statusCode < 400 } = options;
  const { keyGenerator = async (request, response) => ipKey(request, response, resolved) } = options;
  const resolved: UsedOptions = {
    ...options,
    limit,
    windowMs,
    store,
    identifier,
    message,
    statusCode,
    handler,
    standardHeaders: standardHeaders === true ? "draft-6" : standardHeaders,
    legacyHeaders,
    requestPropertyName,
    ipv6Subnet,
    validate,
    skip,
    skipFailedRequests,
    skipSuccessfulRequests,
    requestWasSuccessful,
    keyGenerator,
  };
  return resolved;
}

const answer: UsedOptions["handler"] = async (request, response, _next, { statusCode, message }) => {
  response.status(statusCode);
  const body: unknown = typeof message === "function" ? await message(request, response) : message;
  if (!response.writableEnded) response.send(body);
};

function duration(windowMs: number): string {
  const seconds = windowMs / 1000;
  if (seconds < 60) return `${seconds}sec`;
  if (seconds < 3_600) return `${seconds / 60}min`;
  return seconds < 86_400 ? `${seconds / 3_600}hr` : `${seconds / 86_400}day`;
}
