import { createLimiter, LimiterError, memoryStore, type PolicyOptions } from "@narrows/limiter";
import { duration } from "@narrows/service/config";
import type { PolicyRow } from "./policy-row.ts";

type Compiled =
  | { readonly options: PolicyOptions; readonly error?: never }
  | { readonly options?: never; readonly error: LimiterError };

/** Writes a row in the limiter's own words, or says what the limiter has against it. */
export function compileRow(row: PolicyRow): Compiled {
  const options = optionsOf(row);
  try {
    createLimiter({ policy: options, store: checkingStore, onWarning: () => undefined });
    return { options };
  } catch (error) {
    if (error instanceof LimiterError) return { error };
    throw error;
  }
}

/** Nothing is ever counted in it. */
const checkingStore = memoryStore({ maxKeys: 1 });

function optionsOf(row: PolicyRow): PolicyOptions {
  const { name, version, shadow, per } = row;
  const common = {
    name,
    by: [per],
    ...(version === undefined ? {} : { version }),
    ...(shadow === undefined ? {} : { shadow }),
  };
  switch (row.algorithm) {
    case "fixed-window": {
      const { algorithm, limit, window, alignment = "epoch" } = row;
      return { ...common, algorithm, limit, windowMs: milliseconds(window), alignment };
    }
    case "sliding-window-log": {
      const { algorithm, limit, window } = row;
      return { ...common, algorithm, limit, windowMs: milliseconds(window) };
    }
    case "sliding-window-counter": {
      const { algorithm, limit, window, buckets = 1 } = row;
      return { ...common, algorithm, limit, windowMs: milliseconds(window), buckets };
    }
    case "token-bucket": {
      const { algorithm, capacity, refill, every, refillMode = "continuous" } = row;
      return { ...common, algorithm, capacity, refill, refillMs: milliseconds(every), refillMode };
    }
    case "gcra": {
      const { algorithm, burst, refill, every } = row;
      return { ...common, algorithm, burst, refill, refillMs: milliseconds(every) };
    }
    case "leaky-bucket": {
      const { algorithm, capacity, refill, every } = row;
      return { ...common, algorithm, capacity, refill, refillMs: milliseconds(every) };
    }
  }
}

function milliseconds(span: string): number {
  return duration().parse(span);
}
