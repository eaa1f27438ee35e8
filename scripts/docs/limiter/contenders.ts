import type { AlgorithmName, AlgorithmOptions } from "@narrows/limiter";

/** The quota of every picture: so many requests in so many seconds, or a burst of them and their rate. */
export const quota = { limit: 10, seconds: 10 } as const;

export type Contender = {
  /** As headings and files call it. */
  readonly title: string;
  readonly name: AlgorithmName;
  /** What is set beside the quota; empty for the plain form, which has a picture of its own. */
  readonly variant: string;
  /** The quota in units, so many for each request: every algorithm decides the same, in finer steps. */
  readonly options: (unitsPerRequest: number) => AlgorithmOptions;
  /** Requests that pass within `quota.seconds` at most, by the formula that the algorithm's docstring states. */
  readonly worstCase: number;
};

const { limit, seconds } = quota;
const windowMs = seconds * 1_000;
const ticks = windowMs * 1_000;
/** limit + floor((n - 1) × refill ÷ period), n being the ticks of the window. */
const steady = limit + Math.floor(((ticks - 1) * limit) / ticks);
/** limit + floor(limit × (b - 2) ÷ b), b being the ticks of a bucket. */
const counted = (buckets: number) => limit + Math.floor((limit * (ticks / buckets - 2)) / (ticks / buckets));
const rate = (units: number) => ({ refill: limit * units, refillMs: windowMs });

const fixed = (units: number) => ({ algorithm: "fixed-window", limit: limit * units, windowMs }) as const;
const log = (units: number) => ({ algorithm: "sliding-window-log", limit: limit * units, windowMs }) as const;
const counter = (units: number) => ({ algorithm: "sliding-window-counter", limit: limit * units, windowMs }) as const;
const tokens = (units: number) => ({ algorithm: "token-bucket", capacity: limit * units, ...rate(units) }) as const;
const gcra = (units: number) => ({ algorithm: "gcra", burst: limit * units, ...rate(units) }) as const;
const leaky = (units: number) => ({ algorithm: "leaky-bucket", capacity: limit * units, ...rate(units) }) as const;

export const contenders: readonly Contender[] = [
  row("fixed-window", "", fixed, 2 * limit),
  row("fixed-window", "first-request", (units) => ({ ...fixed(units), alignment: "first-request" }), 2 * limit - 1),
  row("sliding-window-log", "", log, limit),
  row("sliding-window-counter", "", counter, counted(1)),
  row("sliding-window-counter", "10 buckets", (units) => ({ ...counter(units), buckets: 10 }), counted(10)),
  row("token-bucket", "", tokens, steady),
  row("token-bucket", "interval", (units) => ({ ...tokens(units), refillMode: "interval" }), 2 * limit - 1),
  row("gcra", "", gcra, steady),
  row("leaky-bucket", "", leaky, steady),
];

function row(name: AlgorithmName, variant: string, options: Contender["options"], worstCase: number): Contender {
  return { title: variant === "" ? name : `${name}, ${variant}`, name, variant, options, worstCase };
}
