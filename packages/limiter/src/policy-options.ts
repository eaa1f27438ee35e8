import type { OnFailure } from "./failure/on-failure.ts";

/** What every policy says beside its algorithm. */
export type CommonPolicyOptions = {
  /**
   * How answers and headers call it: printable ASCII, 1 to 64 characters (an RFC 9651 string). Policies of one limiter
   * have different names; two policies never share counters.
   */
  readonly name: string;
  /** Part of the key: with another version every counter begins afresh. Default: `v1`. */
  readonly version?: string;
  /**
   * Which parts of the scope have counters of their own; a scope with none of them is refused. `[]`: one counter for
   * everybody. Default: `["tenant", "client", "route"]`.
   */
  readonly by?: readonly string[];
  /**
   * The scope part that decides on which node of a Redis Cluster the counters lie, one of `by`. Policies that are
   * decided together on a Cluster must name the same one. Default: all of `by`.
   */
  readonly tagBy?: string;
  /** Units that a request takes when it does not say. 1 to the limit. Default: 1. */
  readonly cost?: number;
  /** Count and report, but refuse nobody. Default: false. */
  readonly shadow?: boolean;
  /** What this policy answers when its store cannot; outranks what the store says. */
  readonly onFailure?: OnFailure;
};

/** `limit` units in each window of `windowMs`. Lets through up to 2 × limit around a boundary between windows. */
export type FixedWindowOptions = {
  readonly algorithm: "fixed-window";
  readonly limit: number;
  readonly windowMs: number;
  /** Where windows begin: at multiples of `windowMs` since 1970, or at a key's first request. Default: `epoch`. */
  readonly alignment?: "epoch" | "first-request";
};

/** At most `limit` units in any interval of `windowMs`, exactly; remembers every accepted request. */
export type SlidingWindowLogOptions = {
  readonly algorithm: "sliding-window-log";
  readonly limit: number;
  readonly windowMs: number;
};

/**
 * About `limit` units in any interval of `windowMs`, from two counts (or `buckets` + 1 finer ones): at most `limit` in
 * any interval of `windowMs` × (buckets - 1) ÷ buckets, and always less than 2 × limit in one of `windowMs`.
 */
export type SlidingWindowCounterOptions = {
  readonly algorithm: "sliding-window-counter";
  readonly limit: number;
  readonly windowMs: number;
  /** Into how many parts of whole microseconds the window is divided; more are nearer to the truth. 1 to 60. Default: 1. */
  readonly buckets?: number;
};

/** How fast units come back: a whole number a second, or `refill` units each `refillMs`. */
export type RateOptions =
  | { readonly refillPerSecond: number; readonly refill?: never; readonly refillMs?: never }
  | { readonly refill: number; readonly refillMs: number; readonly refillPerSecond?: never };

/** Bursts up to `capacity`, refilled at a steady rate. */
export type TokenBucketOptions = RateOptions & {
  readonly algorithm: "token-bucket";
  readonly capacity: number;
  /**
   * `continuous`: unit by unit. `interval`: all of `refill` at once, at whole multiples of `refillMs` (or of a second)
   * after the request that found the bucket full. Default: `continuous`.
   */
  readonly refillMode?: "continuous" | "interval";
};

/** Bursts up to `burst`, then one unit each emission interval; one timestamp of state. */
export type GcraOptions = RateOptions & { readonly algorithm: "gcra"; readonly burst: number };

/** A bucket of `capacity` that leaks at a steady rate; a request that would make it run over is refused. */
export type LeakyBucketOptions = RateOptions & { readonly algorithm: "leaky-bucket"; readonly capacity: number };

export type AlgorithmOptions =
  | FixedWindowOptions
  | SlidingWindowLogOptions
  | SlidingWindowCounterOptions
  | TokenBucketOptions
  | GcraOptions
  | LeakyBucketOptions;

/** One limit, as it is configured. Counts are whole numbers; windows are milliseconds, with at most three decimals. */
export type PolicyOptions = CommonPolicyOptions & AlgorithmOptions;
