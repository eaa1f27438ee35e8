import { hash } from "node:crypto";
import type { Link } from "./link.ts";

const digestBytes = 16;

/**
 * Names everything an owner chose about a link, in 16 bytes: two live links of one owner with equal digests can stand
 * for each other, which is what `reuse` looks for. An alias counts as a choice, a generated code does not.
 */
function settingsDigest(link: Link): Uint8Array {
  const settings = [
    link.domain,
    link.destination,
    link.redirectStatus,
    link.kind === "alias" ? link.code : null,
    link.expiresAt,
    link.tags,
    link.note,
  ];
  // By way of text, as `hashKeySecret` does.
  return Buffer.from(hash("sha256", JSON.stringify(settings), "hex").slice(0, 2 * digestBytes), "hex");
}

/**
 * As a store keeps it: neither anonymous links nor those with a budget are ever reused, and neither a tombstone nor an
 * archived link has settings.
 */
export function storedDigest(link: Link): Uint8Array | null {
  const hasSettings = link.deletedAt === null && link.archivedAt === undefined;
  return hasSettings && link.ownerId !== null && link.maxClicks === null ? settingsDigest(link) : null;
}
