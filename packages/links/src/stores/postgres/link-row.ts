import { hash } from "node:crypto";
import { monthNumber } from "../../archive.ts";
import { hostOf } from "../../destination/host-name.ts";
import type { Link, LinkTarget, RedirectStatus } from "../../link.ts";
import type { Row } from "./connection.ts";

/** By the two bits of `flags`. */
const statuses: readonly RedirectStatus[] = [302, 301, 307, 308];

const aliasFlag = 1;
const disabledFlag = 8;

/** Reads the nine columns of `select-targets.sql` from `at` on, by position: this is the hot read. */
export function targetFromRow(row: Row, at: number): LinkTarget {
  const flags = row[at + 1] as number;
  const version = (row[at + 5] as number | null) ?? 1;
  const maxClicks = row[at + 6] as number | null;
  return {
    destination: row[at] as string,
    redirectStatus: statusOf(flags),
    expiresAt: instant(row[at + 2]),
    enabled: isEnabled(flags, { maxClicks, openVersion: row[at + 7], version }),
    quarantined: row[at + 3] === true,
    deleted: row[at + 4] === true,
    maxClicks,
    version,
  };
}

/** Reads the columns that each `select-link` and `list-…` file names, in their order. */
export function linkFromRow(row: Row): Link {
  const [domain, code, destination, flags, owner, expiresAt, createdAt, updatedAt, version, deletedAt, ...rest] = row;
  const [quarantinedAt, quarantineReason, tags, note, maxClicks, openVersion, clicksUsed] = rest;
  const budget = { maxClicks, openVersion, version: (version as number | null) ?? 1 };
  return {
    domain: domain as string,
    code: code as string,
    kind: ((flags as number) & aliasFlag) === 0 ? "generated" : "alias",
    destination: destination as string,
    redirectStatus: statusOf(flags as number),
    ownerId: owner as string | null,
    enabled: isEnabled(flags as number, budget),
    expiresAt: instant(expiresAt),
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt ?? createdAt),
    version: budget.version,
    deletedAt: instant(deletedAt),
    quarantinedAt: instant(quarantinedAt),
    quarantineReason: quarantineReason as string | null,
    tags: (tags as string[] | null) ?? [],
    note: note as string | null,
    maxClicks: maxClicks as number | null,
    clicksUsed: (clicksUsed as number | null) ?? 0,
  };
}

/** After the columns of a link, where an archived one may be read. */
const archiveMonthColumn = 17;

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
    maxClicks: link.maxClicks,
    openVersion: link.enabled && link.maxClicks !== null ? link.version : null,
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

/** To an older release a link with a budget is switched off. */
export function flagsOf({ kind, redirectStatus, enabled, maxClicks }: Link): number {
  const isOpen = enabled && maxClicks === null;
  return (kind === "alias" ? aliasFlag : 0) | (statuses.indexOf(redirectStatus) << 1) | (isOpen ? 0 : disabledFlag);
}

type Budget = { readonly maxClicks: unknown; readonly openVersion: unknown; readonly version: number };

function isEnabled(flags: number, { maxClicks, openVersion, version }: Budget): boolean {
  return maxClicks === null ? (flags & disabledFlag) === 0 : openVersion === version;
}

function statusOf(flags: number): RedirectStatus {
  return statuses[(flags >> 1) & 3] ?? 302;
}

/** A bigint comes as text. */
function instant(value: unknown): number | null {
  return value === null ? null : Number(value);
}
