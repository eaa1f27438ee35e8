import type { Store } from "../../store.ts";
import type { WarningSink } from "../../warnings.ts";
import type { Next } from "../express-middleware.ts";
import type { NodeRequest, NodeResponse } from "../node-messages.ts";

/** As much of Express's request as is needed. */
export type ExpressRequest = NodeRequest & {
  readonly ip?: string | undefined;
  readonly app?: { get(setting: string): unknown };
};

/** As much of Express's response as is needed. */
export type ExpressResponse = NodeResponse & {
  readonly writableEnded: boolean;
  status(code: number): unknown;
  send(body: unknown): unknown;
};

/** Found out for each request. Written as a method, so that functions of Express's own, richer types are taken too. */
type PerRequest<Value> = {
  ask(request: ExpressRequest, response: ExpressResponse): Value | Promise<Value>;
}["ask"];

type Handler = {
  handle(request: ExpressRequest, response: ExpressResponse, next: Next, options: ResolvedOptions): unknown;
}["handle"];

type Json = string | number | boolean | readonly unknown[] | { readonly [key: string]: unknown };

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

/** Options by the names and with the defaults of express-rate-limit 8. */
export type RateLimitOptions = {
  /** Default: 60,000. */
  readonly windowMs?: number;
  /** Default: 5. */
  readonly limit?: number | PerRequest<number>;
  /** An older name of `limit`. */
  readonly max?: number | PerRequest<number>;
  /** Default: "Too many requests, please try again later." */
  readonly message?: Json | PerRequest<unknown>;
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
  readonly retryAfter?: number | PerRequest<number>;
  /** Default: `rateLimit`. */
  readonly requestPropertyName?: string;
  readonly skipFailedRequests?: boolean;
  readonly skipSuccessfulRequests?: boolean;
  /** Taken as a text. Default: `request.ip`, IPv6 by network. */
  readonly keyGenerator?: PerRequest<number | string>;
  /** Bits of an IPv6 address that count; `false`: all. Default: 56. */
  readonly ipv6Subnet?: number | false | PerRequest<number | false>;
  /** Answers a refused request. Its last argument is these options with every default in its place. */
  readonly handler?: Handler;
  readonly skip?: PerRequest<boolean>;
  readonly requestWasSuccessful?: PerRequest<boolean>;
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
export type ResolvedOptions = Required<Omit<RateLimitOptions, Undefaulted>> & Pick<RateLimitOptions, Undefaulted>;

/** Where warnings go: undefined means to `process.emitWarning`. */
export function warningSink({ logger }: RateLimitOptions): WarningSink | undefined {
  return logger === undefined ? undefined : (warning) => logger.warn(warning, warning.message);
}
