import type { Store } from "../../store.ts";
import type { WarningSink } from "../../warnings.ts";
import type { ExpressMessage, ExpressReply, ExpressRequest, ExpressResponse } from "../express-messages.ts";
import type { Next } from "../express-middleware.ts";

/** Found out for each request. Written as a method, so that functions of Express's own, richer types are taken too. */
type PerRequest<Incoming, Outgoing, Value> = {
  ask(request: Incoming, response: Outgoing): Value | Promise<Value>;
}["ask"];

type Handler<Incoming, Outgoing> = {
  handle(request: Incoming, response: Outgoing, next: Next, options: ResolvedOptions<Incoming, Outgoing>): unknown;
}["handle"];

type Json = string | number | boolean | object;

/** What `request.rateLimit` holds. */
export type RateLimitInfo = {
  readonly limit: number;
  /** Never above the limit: a refused request costs nothing here. */
  readonly used: number;
  readonly remaining: number;
  /** Undefined where the limit is 0, and while the store fails and nobody counts in its place. */
  readonly resetTime: Date | undefined;
  readonly key: string;
};

/** Express's request as functions of options get it, where they do not name a type of their own. */
export type RateLimitRequest = ExpressRequest & {
  /** Not there yet in `skip`, `keyGenerator` and `limit`, nor under another `requestPropertyName`. */
  readonly rateLimit?: RateLimitInfo;
};

/** A request that a limiter has let pass: `(request as AugmentedRequest<express.Request>).rateLimit`. */
export type AugmentedRequest<Incoming = ExpressRequest, Name extends string = "rateLimit"> = Incoming &
  Readonly<Record<Name, RateLimitInfo>>;

/** Options by the names and with the defaults of express-rate-limit 8. */
export type RateLimitOptions<Incoming = RateLimitRequest, Outgoing = ExpressResponse> = {
  /** Default: 60,000. */
  readonly windowMs?: number;
  /** Default: 5. */
  readonly limit?: number | PerRequest<Incoming, Outgoing, number>;
  /** An older name of `limit`. */
  readonly max?: number | PerRequest<Incoming, Outgoing, number>;
  /** Default: "Too many requests, please try again later." */
  readonly message?: Json | PerRequest<Incoming, Outgoing, unknown>;
  /** Default: 429. */
  readonly statusCode?: number;
  /** `true` means `draft-6`; `draft-8` is written as draft-11 has it, without a partition key. Default: false. */
  readonly standardHeaders?: boolean | "draft-6" | "draft-7" | "draft-8";
  /** X-RateLimit-*, with Reset in seconds since 1970. Default: true. */
  readonly legacyHeaders?: boolean;
  /** An older name of `legacyHeaders`. */
  readonly headers?: boolean;
  /** The policy's name; limiters that share a store need different ones. Default: such as `5-in-1min`. */
  readonly identifier?: string;
  /** What Retry-After says, in seconds. */
  readonly retryAfter?: number | PerRequest<Incoming, Outgoing, number>;
  /** Default: `rateLimit`. */
  readonly requestPropertyName?: string;
  readonly skipFailedRequests?: boolean;
  readonly skipSuccessfulRequests?: boolean;
  /** Taken as a text. Default: `request.ip`, IPv6 by network. */
  readonly keyGenerator?: PerRequest<Incoming, Outgoing, number | string>;
  /** Bits of an IPv6 address that count; `false`: all. Default: 56. */
  readonly ipv6Subnet?: number | false | PerRequest<Incoming, Outgoing, number | false>;
  /** Answers a refused request. Its last argument is these options with every default in its place. */
  readonly handler?: Handler<Incoming, Outgoing>;
  readonly skip?: PerRequest<Incoming, Outgoing, boolean>;
  readonly requestWasSuccessful?: PerRequest<Incoming, Outgoing, boolean>;
  /** A store of this package, such as `redisStore(...)`. Default: a memory store. */
  readonly store?: Store;
  /** `false`, or `{ trustProxy: false, xForwardedForHeader: false, forwardedHeader: false }`: no such warnings. */
  readonly validate?: boolean | Readonly<Record<string, boolean>>;
  /** When the store fails: let requests pass (true), or answer 503 (false). Default: what the store's `onFailure` says. */
  readonly passOnStoreError?: boolean;
  /** Hears of warnings, and of what prevents a refund. Default: `process.emitWarning`. */
  readonly logger?: {
    readonly warn: (warning: unknown, message?: string) => void;
    readonly error: (error: unknown, message?: string) => void;
  };
};

/** Those that mean something when they are left out; the older names are in the newer ones. */
type Undefaulted = "retryAfter" | "passOnStoreError" | "logger" | "max" | "headers";

/** The options with every default in its place. */
export type ResolvedOptions<Incoming = RateLimitRequest, Outgoing = ExpressResponse> = Required<
  Omit<RateLimitOptions<Incoming, Outgoing>, Undefaulted>
> &
  Pick<RateLimitOptions<Incoming, Outgoing>, Undefaulted>;

/** The options as this package uses them. */
export type UsedOptions = ResolvedOptions<ExpressMessage, ExpressReply>;

/** Where warnings go: undefined means to `process.emitWarning`. */
export function warningSink({ logger }: Pick<UsedOptions, "logger">): WarningSink | undefined {
  return logger === undefined ? undefined : (warning) => logger.warn(warning, warning.message);
}
