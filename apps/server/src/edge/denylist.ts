import { setImmediate as nextTurn } from "node:timers/promises";
import { linkStateAt, linkTarget, type Link, type LinkChange, type LinkStore } from "@narrows/links";
import { findWindowStart } from "./window-start.ts";

/** What an edge must not answer from a copy. */
export type DenylistRow = {
  /** '' is the default domain. */
  readonly domain: string;
  readonly code: string;
  /** `deny`: the link leads nowhere any more. `bypass`: it was changed, so only the origin knows where it leads. */
  readonly action: "deny" | "bypass";
  /** From this instant on no copy from before the change can be fresh, and the row may be forgotten. */
  readonly until: number;
  /** When a `bypass` becomes a `deny`, because the link expires; null: not before `until`. */
  readonly denyAt: number | null;
};

/** Rows that an edge adds to its list. */
export type DenylistPage = {
  readonly rows: readonly DenylistRow[];
  /** Where the next page starts. */
  readonly position: number;
  /** False: the list begins anew with these rows; what was listed before is to be forgotten. */
  readonly isComplete: boolean;
  /** False: more rows are there already. */
  readonly isUpToDate: boolean;
  /** Until then no list can be whole, for the log does not reach back far enough: every copy must be passed over. */
  readonly bypassUntil: number | null;
  /** When the store was read, on the clock of the other instants. */
  readonly readAt: number;
};

export type DenylistOptions = {
  readonly store: Pick<LinkStore, "find" | "lastChange" | "changesAfter">;
  /** The longest that a copy may be fresh after the change that made it wrong. */
  readonly copyLifeMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** Tells edges which copies are wrong. */
export interface Denylist {
  /**
   * The rows of at most 250 changes after `since`.
   *
   * @param since A page's position; undefined: from the start of the list.
   */
  page(since: number | undefined): Promise<DenylistPage>;
}

/** Each change is a point read on the thread that redirects, too. */
const pageSize = 250;
const partSize = 25;

/**
 * Makes the list from the store's log of changes and the present state of the links in it, so that every node gives the
 * same and a node that has just started knows all of it.
 */
export function createDenylist(options: DenylistOptions): Denylist {
  // Not one read for all that wait at one position: who joined a read would take it for newer than it is.
  return { page: (since) => readPage(options, since) };
}

async function readPage(options: DenylistOptions, since: number | undefined): Promise<DenylistPage> {
  if (since !== undefined) {
    const page = await readRows(options, since);
    if (page.isComplete) return page;
  }
  const { position, ...window } = await findWindowStart(options);
  // A position that the store never reached is another store's, whose changes are not in this one's log.
  const isForeign = since !== undefined && since > (await options.store.lastChange());
  const lostAt = isForeign ? options.now() : window.lostAt;
  return { ...(await readRows(options, position)), isComplete: false, bypassUntil: bypassUntil(options, lostAt) };
}

/** Counted from the loss, not from when an edge asks: one that starts again has no longer to wait than the one before. */
function bypassUntil({ copyLifeMs, now }: DenylistOptions, lostAt: number | undefined): number | null {
  if (lostAt === undefined) return null;
  const until = Math.min(lostAt, now()) + copyLifeMs;
  return until > now() ? until : null;
}

async function readRows(options: DenylistOptions, after: number): Promise<DenylistPage> {
  const { changes, position, isComplete } = await options.store.changesAfter(after, pageSize);
  // Of a link that changed twice the newer change counts.
  const latest = new Map(changes.map((change) => [`${change.domain}/${change.code}`, change]));
  const rows = await readInParts([...latest.values()], (change) => readRow(options, change));
  const now = options.now();
  return {
    rows: rows.filter((row) => row.until > now),
    position,
    isComplete,
    isUpToDate: changes.length < pageSize,
    bypassUntil: null,
    readAt: now,
  };
}

/** A list is less urgent than what else asks the store, and a store in this process answers without a turn in between. */
async function readInParts<Item, Row>(
  items: readonly Item[],
  read: (item: Item) => Promise<Row>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < items.length; start += partSize) {
    if (start > 0) await nextTurn();
    rows.push(...(await Promise.all(items.slice(start, start + partSize).map(read))));
  }
  return rows;
}

async function readRow(options: DenylistOptions, change: LinkChange): Promise<DenylistRow> {
  const link = await options.store.find({ domain: change.domain, code: change.code });
  const { domain, code } = change;
  const now = options.now();
  if (link === undefined) return { domain, code, action: "deny", until: now + options.copyLifeMs, denyAt: null };
  // A read that is older than the change does not tell what the link is now.
  const isOlder = link.version < change.version;
  const until = (isOlder ? now : link.updatedAt) + options.copyLifeMs;
  if (isOlder) return { domain, code, action: "bypass", until, denyAt: null };
  const isActive = linkStateAt(linkTarget(link), now) === "active";
  return { domain, code, action: isActive ? "bypass" : "deny", until, denyAt: isActive ? denyAt(link, until) : null };
}

function denyAt({ expiresAt }: Link, until: number): number | null {
  return expiresAt !== null && expiresAt < until ? expiresAt : null;
}
