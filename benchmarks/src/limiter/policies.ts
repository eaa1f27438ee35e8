import type { AlgorithmName, AlgorithmOptions, PolicyOptions } from "@narrows/limiter";

export const windowMs = 3_600_000;
/** So much that a run cannot use it up. */
export const plenty = 1_000_000_000;

/** The algorithms beside the one that does what rate-limiter-flexible does. */
export const otherAlgorithms: readonly AlgorithmName[] = [
  "sliding-window-counter",
  "sliding-window-log",
  "token-bucket",
  "gcra",
  "leaky-bucket",
];

/** A log cannot remember a thousand million requests, nor can anybody want it to. */
const logWindowMs = 100;

/** `limit` units an hour (a log: in a tenth of a second), from the first request on where there are windows. */
export function policyOf(algorithm: AlgorithmName, limit: number): PolicyOptions {
  return { name: "default", ...quotaOf(algorithm, limit) };
}

function quotaOf(algorithm: AlgorithmName, limit: number): AlgorithmOptions {
  const rate = { refill: limit, refillMs: windowMs };
  switch (algorithm) {
    case "fixed-window":
      return { algorithm, limit, windowMs, alignment: "first-request" };
    case "sliding-window-counter":
      return { algorithm, limit, windowMs };
    case "sliding-window-log":
      return { algorithm, limit, windowMs: logWindowMs };
    case "gcra":
      return { algorithm, burst: limit, ...rate };
    default:
      return { algorithm, capacity: limit, ...rate };
  }
}
