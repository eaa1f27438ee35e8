import type { LinkKey, LinkTarget, RedirectStatus } from "./link.ts";

/** What a budget may be. */
export const maxClicksRange = { min: 1, max: 1_000_000_000 } as const;

/** One click of a budget, for a link in the version in which it was judged. */
export type SpendRequest = { readonly key: LinkKey; readonly version: number };

export type SpendOutcome =
  /** The click counts, whatever becomes of it. */
  | { readonly kind: "spent" }
  /** The budget is used up, and nothing was counted. */
  | { readonly kind: "used-up" }
  /** The link is another than the one that was judged, and nothing was counted: this is what it is now. */
  | { readonly kind: "changed"; readonly target: LinkTarget | undefined };

/**
 * Counts the clicks of links that have a budget. Both methods ask the store itself, past every cache and replica, and a
 * count is no change of the link: its version, the log of changes and what is remembered of it stay as they are.
 *
 * Drivers throw `StoreError` as `LinkStore` does; after `STORE_OUTCOME_UNKNOWN` the click may have been counted.
 */
export interface ClickBudgets {
  /** Takes one click where one is left: never more than `maxClicks` in all, by any number of processes. Durable first. */
  spendClick(request: SpendRequest): Promise<SpendOutcome>;
  /** Whether a click is left, and takes none; true for a link without a budget. */
  hasClicksLeft(key: LinkKey): boolean | Promise<boolean>;
}

/** Browsers remember a permanent redirect and never ask again, so nobody could count what they open. */
export function isPermanent(status: RedirectStatus): boolean {
  return status === 301 || status === 308;
}
