import type { RequestPlan } from "./request-plan.ts";

/** One bounded run of load. */
export type LoadRequest = {
  readonly origin: string;
  readonly plan: RequestPlan;
  readonly seconds: number;
  readonly connections: number;
  /** Look at the status of every answer: costs the generator time, so it is for runs that are not measured. */
  readonly checkEveryStatus: boolean;
  readonly core: number | undefined;
  /** An existing folder for the plan's file. */
  readonly folder: string;
  readonly signal: AbortSignal;
};

export type LoadResult = {
  /** Answers received. */
  readonly requests: number;
  /** Failed connections, timeouts, and answers that were not as expected as far as they were looked at. */
  readonly errors: number;
  readonly seconds: number;
  /** Of a closed loop: good for a comparison only. */
  readonly p99Ms: number;
};

/** A program that sends as fast as the answers come (closed loop) over a fixed number of connections. */
export interface LoadGenerator {
  readonly name: string;
  /** Undefined when it is not installed. */
  version(): Promise<string | undefined>;
  run(request: LoadRequest): Promise<LoadResult>;
}
