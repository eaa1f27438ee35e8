import { linkStateAt, linkTarget, type Link } from "@narrows/links";
import type { Site } from "./site.ts";

/** Writes links as the API shows them: always these fields, always in this order. */
export function createLinkJson(site: Site, now: () => number): (link: Link) => string {
  return (link) => {
    const createdAt = instant(link.createdAt);
    return JSON.stringify({
      shortCode: link.code,
      shortUrl: `${site.origin(link.domain)}/${link.code}`,
      longUrl: link.destination,
      domain: link.domain === "" ? site.defaultHost : link.domain,
      kind: link.kind,
      status: link.redirectStatus,
      state: stateOf(link, now()),
      enabled: link.enabled,
      tags: link.tags,
      note: link.note,
      expiresAt: instant(link.expiresAt),
      maxClicks: link.maxClicks,
      clicksLeft: clicksLeft(link),
      createdAt,
      // Of a new link they are one.
      updatedAt: link.updatedAt === link.createdAt ? createdAt : instant(link.updatedAt),
      version: link.version,
      quarantine:
        link.quarantinedAt === null ? null : { at: instant(link.quarantinedAt), reason: link.quarantineReason },
    });
  };
}

/** What a redirect finds out when it counts. */
function stateOf(link: Link, now: number): string {
  const state = linkStateAt(linkTarget(link), now);
  return state === "active" && clicksLeft(link) === 0 ? "spent" : state;
}

/** None where a budget was lowered below what it had let through. */
function clicksLeft({ maxClicks, clicksUsed }: Link): number | null {
  return maxClicks === null ? null : Math.max(0, maxClicks - clicksUsed);
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
