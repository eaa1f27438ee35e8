import type { RedirectStatus } from "./link.ts";

/** What a client asks for when it creates a link: well-typed, not yet judged. */
export type CreateRequest = {
  readonly longUrl: string;
  readonly alias?: string;
  /** A host name among the configured ones. Default: the key's domain, else the default domain. */
  readonly domain?: string;
  /** RFC 3339 with a zone. */
  readonly expiresAt?: string | null;
  readonly tags?: readonly string[];
  readonly note?: string | null;
  readonly redirectStatus?: RedirectStatus;
  /** How many people the link lets through: a whole number from 1 to 1,000,000,000; null: any number. */
  readonly maxClicks?: number | null;
  /**
   * Answer with an existing live link of the same owner, destination and settings. Ignored for anonymous users, and with a
   * budget: two who asked for a click each must not share one.
   */
  readonly reuse?: boolean;
};

/** What a client asks to change. Absent fields stay as they are; null clears. */
export type EditRequest = {
  readonly longUrl?: string;
  readonly expiresAt?: string | null;
  readonly tags?: readonly string[];
  readonly note?: string | null;
  readonly redirectStatus?: RedirectStatus;
  /** Clicks that were counted stay counted while there is a budget; at or below them it is used up. */
  readonly maxClicks?: number | null;
  readonly enabled?: boolean;
};

/** How a create ended. */
export type CreateResult = {
  /** Whether the link was made for this request, or was there already and `reuse` allowed it. */
  readonly kind: "created" | "reused";
  /** The rendered link; where the answer was replayed, byte for byte what the first one said. */
  readonly body: string;
  /** True: an earlier request with this Idempotency-Key was answered so. */
  readonly isReplay: boolean;
};
