import { readFileSync } from "node:fs";
import type { AlgorithmOptions } from "../../src/policy-options.ts";

/** One call and what must become of it. */
export type Step = {
  readonly t_ms: number;
  /** 0 looks without taking. */
  readonly cost: number;
  readonly expect_allowed: boolean;
  readonly expect_remaining: number;
  /** Null: never. */
  readonly retry_after_ms: number | null;
  readonly full_after_ms?: number;
  readonly window_reset_ms?: number;
};

export type Vector = {
  readonly id: string;
  readonly algorithm: string;
  readonly params: Readonly<Record<string, number>>;
  readonly features: readonly string[];
  readonly sequence: readonly Step[];
};

export type Demo = Vector & {
  readonly calls_at_once: number;
  readonly expect_allowed: readonly boolean[];
};

export const { vectors, demos } = read("ratelimit.json") as {
  readonly vectors: readonly Vector[];
  readonly demos: readonly Demo[];
};

export type ClockCase = {
  readonly case: string;
  readonly stored_last_ms: number;
  readonly now_ms: number;
  readonly effective_now_ms: number;
  readonly refill_ms: number;
};

export const clock = read("clock.json") as {
  readonly capacity: number;
  readonly refill_per_second: number;
  readonly cases: readonly ClockCase[];
  readonly sequence: {
    readonly steps: readonly {
      readonly now_ms: number;
      readonly allowed?: boolean;
      readonly calls?: number;
      readonly allowed_calls?: number;
    }[];
  };
};

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8"));
}

/** The policy that a vector is about; undefined where no algorithm of ours is meant. */
export function optionsOf({ algorithm, params }: Pick<Vector, "algorithm" | "params">): AlgorithmOptions | undefined {
  const number = (name: string): number => {
    const value = params[name];
    if (value === undefined) throw new Error(`${algorithm} lacks ${name}`);
    return value;
  };
  const rate = () => ({ refill: number("rate_tokens"), refillMs: number("rate_ms") });
  const window = () => ({ limit: number("limit"), windowMs: number("window_ms") });
  switch (algorithm) {
    case "fixed_window":
      return { algorithm: "fixed-window", ...window() };
    case "sliding_log":
      return { algorithm: "sliding-window-log", ...window() };
    case "sliding_counter":
      return { algorithm: "sliding-window-counter", ...window() };
    case "token_bucket":
      return { algorithm: "token-bucket", capacity: number("capacity"), ...rate() };
    case "token_bucket_interval":
      return {
        algorithm: "token-bucket",
        refillMode: "interval",
        capacity: number("capacity"),
        refill: number("refill_tokens"),
        refillMs: number("refill_interval_ms"),
      };
    case "gcra":
      return { algorithm: "gcra", burst: number("burst"), ...rate() };
    case "leaky_bucket":
      return { algorithm: "leaky-bucket", capacity: number("capacity"), ...rate() };
    default:
      return undefined;
  }
}
