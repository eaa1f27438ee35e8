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
      state: linkStateAt(linkTarget(link), now()),
      enabled: link.enabled,
      tags: link.tags,
      note: link.note,
      expiresAt: instant(link.expiresAt),
      createdAt,
      // Of a new link they are one.
      updatedAt: link.updatedAt === link.createdAt ? createdAt : instant(link.updatedAt),
      version: link.version,
      quarantine:
        link.quarantinedAt === null ? null : { at: instant(link.quarantinedAt), reason: link.quarantineReason },
    });
  };
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
