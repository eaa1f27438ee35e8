import type { Purpose } from "./purpose.ts";

/** Whom a policy leaves alone: requests with a valid key; the person at this machine, whom no proxy stands before. */
export type Exception = "keys" | "local";

type Common = {
  /** How answers call it. Under the same name a changed policy keeps what was used. */
  readonly name: string;
  readonly for: Purpose;
  /** What has a counter of its own: each key (requests without one are passed over), or each address. */
  readonly per: "key" | "address";
  readonly except?: readonly Exception[];
  /** A remark for whoever reads the file. */
  readonly note?: string;
  /** Count and report, but refuse nobody. */
  readonly shadow?: boolean;
  /** With another version every counter begins afresh. */
  readonly version?: string;
};

/** Spans of time are texts such as `10s` or `1d`. */
type Quota =
  | {
      readonly algorithm: "fixed-window";
      readonly limit: number;
      readonly window: string;
      readonly alignment?: "epoch" | "first-request";
    }
  | { readonly algorithm: "sliding-window-log"; readonly limit: number; readonly window: string }
  | {
      readonly algorithm: "sliding-window-counter";
      readonly limit: number;
      readonly window: string;
      readonly buckets?: number;
    }
  | {
      readonly algorithm: "token-bucket";
      readonly capacity: number;
      readonly refill: number;
      readonly every: string;
      readonly refillMode?: "continuous" | "interval";
    }
  | { readonly algorithm: "gcra"; readonly burst: number; readonly refill: number; readonly every: string }
  | { readonly algorithm: "leaky-bucket"; readonly capacity: number; readonly refill: number; readonly every: string };

/** One limit, as a policies file writes it. */
export type PolicyRow = Common & Quota;

/** How many units a policy can give at once. */
export function largestCost(row: PolicyRow): number {
  if ("limit" in row) return row.limit;
  return "burst" in row ? row.burst : row.capacity;
}
