import type { SQLOutputValue } from "node:sqlite";
import { hostOf } from "../../destination/host-name.ts";
import type { Link, LinkTarget, RedirectStatus } from "../../link.ts";

/** A row as `select-link.sql` reads it. STRICT columns and CHECKs vouch for the types. */
export type LinkRow = {
  readonly domain: string;
  readonly code: string;
  readonly kind: Link["kind"];
  readonly destination: string;
  readonly redirect_status: RedirectStatus;
  readonly owner: string | null;
  readonly enabled: 0 | 1;
  readonly expires_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
  readonly deleted_at: number | null;
  readonly quarantined_at: number | null;
  readonly quarantine_reason: string | null;
  readonly tags: string | null;
  readonly note: string | null;
  readonly archive_month: number | null;
  readonly max_clicks: number | null;
  readonly open_version: number | null;
  readonly clicks_used: number;
};

/** Of an archived link, without what its month keeps; see `withPayload`. */
export function linkFromRow(row: Record<string, SQLOutputValue>): Link {
  const link = row as LinkRow;
  const isArchived = link.archive_month !== null;
  return {
    domain: link.domain,
    code: link.code,
    kind: link.kind,
    destination: link.destination,
    redirectStatus: link.redirect_status,
    ownerId: link.owner,
    enabled: link.max_clicks === null ? link.enabled === 1 : link.open_version === link.version,
    expiresAt: link.expires_at,
    createdAt: link.created_at,
    updatedAt: link.updated_at,
    version: link.version,
    deletedAt: isArchived ? null : link.deleted_at,
    quarantinedAt: link.quarantined_at,
    quarantineReason: link.quarantine_reason,
    tags: tagsFrom(link.tags),
    note: link.note,
    maxClicks: link.max_clicks,
    clicksUsed: link.clicks_used,
    ...(isArchived ? { archivedAt: Number(link.deleted_at) } : {}),
  };
}

export function tagsFrom(json: string | null): readonly string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

/**
 * The values that change during a link's life, by the names of the parameters in `update-link.sql`. Their order counts as
 * well, see `insertParameters`.
 */
export function mutableParameters(link: Link, settingsDigest: Uint8Array | null) {
  return {
    domain: link.domain,
    code: link.code,
    destination: link.destination,
    host: destinationHost(link),
    redirectStatus: link.redirectStatus,
    // To an older release one with a budget is switched off.
    enabled: link.enabled && link.maxClicks === null ? 1 : 0,
    expiresAt: link.expiresAt,
    updatedAt: link.updatedAt,
    version: link.version,
    deletedAt: link.deletedAt,
    quarantinedAt: link.quarantinedAt,
    quarantineReason: link.quarantineReason,
    tags: link.tags.length === 0 ? null : JSON.stringify(link.tags),
    note: link.note,
    settingsDigest,
    maxClicks: link.maxClicks,
    openVersion: link.enabled && link.maxClicks !== null ? link.version : null,
  };
}

/**
 * All values, in the order of the columns in `insert-link.sql`, which the fields here and in `mutableParameters` must keep:
 * they are bound by place, for names take a tenth of what a create does.
 */
export function insertParameters(link: Link, settingsDigest: Uint8Array | null) {
  return {
    ...mutableParameters(link, settingsDigest),
    kind: link.kind,
    owner: link.ownerId,
    createdAt: link.createdAt,
  };
}

/** Reads a row of `select-target.sql`, by position: this is the hot read. */
export function targetFromRow(row: readonly SQLOutputValue[]): LinkTarget {
  return {
    destination: row[0] as string,
    redirectStatus: row[1] as RedirectStatus,
    expiresAt: row[2] as number | null,
    enabled: row[3] === 1,
    quarantined: row[4] === 1,
    deleted: row[5] === 1,
    version: row[6] as number,
    maxClicks: row[7] as number | null,
  };
}

function destinationHost({ destination }: Link): string | null {
  const url = URL.parse(destination);
  return url === null ? null : hostOf(url);
}
