import { hash } from "node:crypto";
import { monthNumber } from "../../archive.ts";
import { hostOf } from "../../destination/host-name.ts";
import type { Link, LinkTarget, RedirectStatus } from "../../link.ts";
import type { Row } from "./connection.ts";

/** By the two bits of `flags`. */
const statuses: readonly RedirectStatus[] = [302, 301, 307, 308];

const aliasFlag = 1;
const disabledFlag = 8;

/** Reads the seven columns of `select-targets.sql` from `at` on, by position: this is the hot read. */
export function targetFromRow(row: Row, at: number): LinkTarget {
  const flags = row[at + 1] as number;
  return {
    destination: row[at] as string,
    redirectStatus: statusOf(flags),
    expiresAt: instant(row[at + 2]),
    enabled: (flags & disabledFlag) === 0,
    quarantined: row[at + 3] === true,
    deleted: row[at + 4] === true,
    version: (row[at + 5] as number | null) ?? 1,
  };
}

/** Reads the columns that each `select-link` and `list-…` file names, in their order. */
export function linkFromRow(row: Row): Link {
  const [domain, code, destination, flags, owner, expiresAt, createdAt, updatedAt, version, deletedAt, ...rest] = row;
  const [quarantinedAt, quarantineReason, tags, note] = rest;
  return {
    domain: domain as string,
    code: code as string,
    kind: ((flags as number) & aliasFlag) === 0 ? "generated" : "alias",
    destination: destination as string,
    redirectStatus: statusOf(flags as number),
    ownerId: owner as string | null,
    enabled: ((flags as number) & disabledFlag) === 0,
    expiresAt: instant(expiresAt),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt ?? createdAt),
    version: (version as number | null) ?? 1,
    deletedAt: instant(deletedAt),
    quarantinedAt: instant(quarantinedAt),
    quarantineReason: quarantineReason as string | null,
    tags: (tags as string[] | null) ?? [],
    note: note as string | null,
  };
}

/** After the columns of a link, where an archived one may be read. */
const archiveMonthColumn = 14;

/** A link that may be archived, without what its month keeps; and that month. */
export function storedLinkFromRow(row: Row): { readonly link: Link; readonly archiveMonth: number | null } {
  const link = linkFromRow(row);
  const archiveMonth = row[archiveMonthColumn] as number | null;
  if (archiveMonth === null) return { link, archiveMonth };
  return { link: { ...link, deletedAt: null, archivedAt: Number(link.deletedAt) }, archiveMonth };
}

/** The values that change during a link's life, by the names of the parameters in `update-link.sql`. */
export function mutableParameters(whole: Link) {
  const link = asStored(whole);
  const isUntouched = link.version === 1 && link.updatedAt === link.createdAt;
  return {
    domain: link.domain,
    code: link.code,
    destination: link.destination,
    hostHash: destinationHostHash(link),
    flags: flagsOf(link),
    expiresAt: link.expiresAt,
    updatedAt: isUntouched ? null : link.updatedAt,
    version: link.version === 1 ? null : link.version,
    deletedAt: link.deletedAt,
    quarantinedAt: link.quarantinedAt,
    quarantineReason: link.quarantineReason,
    tags: link.tags.length === 0 ? null : JSON.stringify(link.tags),
    note: link.note,
  };
}

/** All values, by the names of the parameters in `insert-links.sql` and `fill-links.sql`. */
export function insertParameters(link: Link) {
  const archiveMonth = link.archivedAt === undefined ? null : monthNumber(link.archivedAt);
  return { ...mutableParameters(link), owner: link.ownerId, createdAt: link.createdAt, archiveMonth };
}

/** An archived link's row is that of a tombstone; its payload is elsewhere. */
function asStored(link: Link): Link {
  if (link.archivedAt === undefined) return link;
  return { ...link, destination: "", tags: [], note: null, deletedAt: link.archivedAt };
}

export function destinationHost({ destination }: Pick<Link, "destination">): string | null {
  const url = URL.parse(destination);
  return url === null ? null : hostOf(url);
}

export function destinationHostHash(link: Pick<Link, "destination">): number | null {
  const host = destinationHost(link);
  return host === null ? null : hostHash(host);
}

export function hostHash(host: string): number {
  return hash("sha256", host, "buffer").readInt32BE(0);
}

export function flagsOf({ kind, redirectStatus, enabled }: Link): number {
  return (kind === "alias" ? aliasFlag : 0) | (statuses.indexOf(redirectStatus) << 1) | (enabled ? 0 : disabledFlag);
}

function statusOf(flags: number): RedirectStatus {
  return statuses[(flags >> 1) & 3] ?? 302;
}

/** A bigint comes as text. */
function instant(value: unknown): number | null {
  return value === null ? null : Number(value);
}
