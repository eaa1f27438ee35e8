import { isPermanent } from "./click-budget.ts";
import type { ChangeGuard, ChangeOutcome, DeleteCommand, EditCommand, QuarantineCommand } from "./link-store.ts";
import { isForgotten, type Link } from "./link.ts";

/**
 * What becomes of a link by a change: the rules that every store applies inside the transaction in which it read the
 * link. To be written is a link of another version than the one that was read; anything else leaves the store as it is.
 *
 * @param link What stands under the command's key; undefined: nothing.
 */
export function editLink(link: Link | undefined, command: EditCommand): ChangeOutcome {
  return changeLink(
    link,
    command,
    (found) => refuseQuarantined(found) ?? refuseForgotten(found) ?? edited(found, command),
  );
}

/** See `editLink`. Leaves a tombstone. */
export function deleteLink(link: Link | undefined, command: DeleteCommand): ChangeOutcome {
  return changeLink(link, command, (found) => refuseQuarantined(found) ?? tombstone(found, command.now));
}

/** See `editLink`. A second reason replaces the first and leaves the instant. */
export function quarantineLink(link: Link | undefined, command: QuarantineCommand): ChangeOutcome {
  return changeLink(link, command, (found) => quarantined(found, command));
}

function changeLink(
  link: Link | undefined,
  { guard, now }: EditCommand | DeleteCommand | QuarantineCommand,
  next: (link: Link) => Link | ChangeOutcome,
): ChangeOutcome {
  if (link === undefined || !isAllowed(link, guard)) return { kind: "not-found" };
  if (link.deletedAt !== null) return { kind: "deleted" };
  const changed = next(link);
  const isRefused = !("code" in changed) && changed.kind !== "changed";
  if (!isRefused && isOtherVersion(link, guard)) return { kind: "version-mismatch" };
  if (!("code" in changed)) return changed;
  // Whatever changes an archived link brings it back: nobody may hold for over what somebody works on.
  const { archivedAt: _, ...restored } = changed;
  return { kind: "changed", link: { ...restored, updatedAt: now, version: link.version + 1 } };
}

function isAllowed(link: Link, guard: ChangeGuard): boolean {
  if (guard.ownerId !== undefined && link.ownerId !== guard.ownerId) return false;
  return guard.domain === undefined || link.domain === guard.domain;
}

function isOtherVersion(link: Link, { versions }: ChangeGuard): boolean {
  return versions !== undefined && !versions.includes(link.version);
}

function refuseQuarantined(link: Link): ChangeOutcome | undefined {
  return link.quarantinedAt === null ? undefined : { kind: "quarantined" };
}

/** What could be brought back has no destination. */
function refuseForgotten(link: Link): ChangeOutcome | undefined {
  return isForgotten(link) ? { kind: "forgotten" } : undefined;
}

/** A budget that begins or ends begins or ends its count. */
function edited(link: Link, { patch }: EditCommand): Link | ChangeOutcome {
  const next = { ...link, ...patch };
  if (next.maxClicks !== null && isPermanent(next.redirectStatus)) return { kind: "permanent-budget" };
  const isCounted = link.maxClicks !== null && next.maxClicks !== null;
  return { ...next, clicksUsed: isCounted ? link.clicksUsed : 0 };
}

/** Keeps the code claimed and forgets what the owner had written. */
function tombstone(link: Link, now: number): Link {
  return { ...link, deletedAt: now, destination: "", tags: [], note: null, maxClicks: null, clicksUsed: 0 };
}

/** Lifting where there is nothing to lift changes nothing. */
function quarantined(link: Link, { reason, now }: QuarantineCommand): Link | ChangeOutcome {
  const refusal = refuseForgotten(link);
  if (refusal !== undefined) return refusal;
  if (reason === null && link.quarantinedAt === null) return { kind: "changed", link };
  const quarantinedAt = reason === null ? null : (link.quarantinedAt ?? now);
  return { ...link, quarantinedAt, quarantineReason: reason };
}
