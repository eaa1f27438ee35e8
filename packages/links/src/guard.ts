import { LinkError } from "./errors.ts";
import type { ChangeGuard, ChangeOutcome } from "./link-store.ts";
import type { Link } from "./link.ts";
import type { Requester } from "./requester.ts";

/** What the store must check in the transaction of a change by this requester. */
export function guardFor(requester: Requester, versions?: readonly number[]): ChangeGuard {
  return {
    ownerId: requester.isAdmin ? undefined : ownerOf(requester),
    domain: requester.domain ?? undefined,
    versions,
  };
}

/** A moderator acts on any owner's link, within the key's domain. */
export function moderatorGuard(requester: Requester, versions?: readonly number[]): ChangeGuard {
  return { ownerId: undefined, domain: requester.domain ?? undefined, versions };
}

/** True when this requester may see the link; to everybody else it does not exist. */
export function maySee(link: Link, requester: Requester): boolean {
  const { ownerId, domain } = guardFor(requester);
  return (ownerId === undefined || ownerId === link.ownerId) && (domain === undefined || domain === link.domain);
}

/** @throws {LinkError} `LINK_NOT_FOUND`, `LINK_DELETED`, `LINK_FORGOTTEN`, `LINK_QUARANTINED`, `BUDGET_PERMANENT`, `VERSION_MISMATCH` when nothing was changed. */
export function changedLink(outcome: ChangeOutcome): Link {
  switch (outcome.kind) {
    case "changed":
      return outcome.link;
    case "not-found":
      throw new LinkError("LINK_NOT_FOUND");
    case "deleted":
      throw new LinkError("LINK_DELETED");
    case "forgotten":
      throw new LinkError("LINK_FORGOTTEN");
    case "quarantined":
      throw new LinkError("LINK_QUARANTINED");
    case "permanent-budget":
      throw new LinkError("BUDGET_PERMANENT", "maxClicks");
    case "version-mismatch":
      throw new LinkError("VERSION_MISMATCH");
  }
}

/** Anonymous users own nothing; "" is no owner's id, so nothing matches it. */
function ownerOf(requester: Requester): string {
  return requester.ownerId ?? "";
}
