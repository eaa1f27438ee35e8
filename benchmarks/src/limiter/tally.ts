import { createHistogram } from "node:perf_hooks";
import type { Outcome } from "./redis-askers.ts";

const nsPerMs = 1e6;

/** What came of a number of questions. */
export type Tallied = {
  readonly allowed: number;
  readonly denied: number;
  readonly degraded: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
};

/** Counts outcomes, and how long they took. */
export class Tally {
  readonly #counts: Record<Outcome, number> = { allowed: 0, denied: 0, degraded: 0 };
  readonly #latency = createHistogram();

  count(outcome: Outcome): void {
    this.#counts[outcome]++;
  }

  /** Costs the process something, so it is not done where its CPU at full speed is measured. */
  time(latencyMs: number): void {
    this.#latency.record(Math.max(1, Math.round(latencyMs * nsPerMs)));
  }

  result(): Tallied {
    const latency = this.#latency;
    return {
      ...this.#counts,
      p50Ms: latency.percentile(50) / nsPerMs,
      p99Ms: latency.percentile(99) / nsPerMs,
      maxMs: latency.count === 0 ? 0 : latency.max / nsPerMs,
    };
  }
}
