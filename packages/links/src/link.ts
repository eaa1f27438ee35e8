/** Where a link lives: the domain ('' is the default domain) and the path segment. */
export type LinkKey = {
  readonly domain: string;
  readonly code: string;
};

/** How a redirect answers. 302 unless the owner asks for another. */
export type RedirectStatus = 301 | 302 | 307 | 308;

/** What a redirect needs to know of a link, and nothing more. */
export type LinkTarget = {
  /** The exact bytes of the Location header: printable ASCII. */
  readonly destination: string;
  readonly redirectStatus: RedirectStatus;
  /** Milliseconds since 1970; the link is gone from this instant on. */
  readonly expiresAt: number | null;
  readonly enabled: boolean;
  readonly quarantined: boolean;
  readonly deleted: boolean;
  /** How many people it lets through in all; null: any number. Each click must be counted then, see `ClickBudgets`. */
  readonly maxClicks: number | null;
  /** 1 when created, one more with every change. */
  readonly version: number;
};

/** A link as its owner sees it. Instants are milliseconds since 1970. */
export type Link = LinkKey & {
  readonly kind: "generated" | "alias";
  readonly destination: string;
  readonly redirectStatus: RedirectStatus;
  /** Null for a link that an anonymous user made. */
  readonly ownerId: string | null;
  readonly enabled: boolean;
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
  readonly deletedAt: number | null;
  readonly quarantinedAt: number | null;
  readonly quarantineReason: string | null;
  /** Sorted, without repetition. */
  readonly tags: readonly string[];
  readonly note: string | null;
  /** How many people it lets through in all: 1 to 1,000,000,000; null: any number. */
  readonly maxClicks: number | null;
  /** How many it has let through, as far as that was counted: 0 without a budget. Not part of any version. */
  readonly clicksUsed: number;
  /**
   * When a link that expired long ago was archived; absent otherwise. Its destination is '' once its month was dropped:
   * then nothing brings it back, see `isForgotten`.
   */
  readonly archivedAt?: number;
};

/** The states a link can be in; the first that applies, in this order. */
export type LinkState = "deleted" | "quarantined" | "disabled" | "expired" | "active";

/** Judges the state at one instant: expiry is never a sweeper's work. */
export function linkStateAt(target: LinkTarget, now: number): LinkState {
  if (target.deleted) return "deleted";
  if (target.quarantined) return "quarantined";
  if (!target.enabled) return "disabled";
  if (target.expiresAt !== null && target.expiresAt <= now) return "expired";
  return "active";
}

/** True when all that is known of a link is that there was one, which expired. */
export function isForgotten(link: Link): boolean {
  return link.archivedAt !== undefined && link.destination === "";
}

/** Reduces a link to what a redirect needs. Of one that is archived it is that it leads nowhere, whatever the clock says. */
export function linkTarget(link: Link): LinkTarget {
  const isArchived = link.archivedAt !== undefined;
  return {
    destination: isArchived ? "" : link.destination,
    redirectStatus: link.redirectStatus,
    expiresAt: isArchived ? 0 : link.expiresAt,
    enabled: link.enabled,
    quarantined: link.quarantinedAt !== null,
    deleted: link.deletedAt !== null,
    maxClicks: link.maxClicks,
    version: link.version,
  };
}
