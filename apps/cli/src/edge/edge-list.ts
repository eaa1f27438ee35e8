import type { ListRow } from "./denylist-page.ts";
import type { Action, ListFolder } from "./list-folder.ts";

export type EdgeListOptions = {
  readonly folder: Pick<ListFolder, "put" | "remove" | "clear" | "distrust" | "has">;
  /** More rows are not kept: the list is given up, and cannot be trusted until their time is over. */
  readonly maxRows: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** The rows that hold now, in memory and as files. */
export interface EdgeList {
  add(rows: readonly ListRow[]): void;
  /** Adds a row that an edge was told of by somebody else than the feed, unless the feed knows more. */
  bypass(row: Pick<ListRow, "domain" | "code" | "forgetInMs">): void;
  /** Forgets every row. */
  clear(): void;
  /** Forgets rows whose time is over, and denies links that have expired. To be called some times in a second. */
  tick(): void;
  /** Looks whether files of rows are still there, at some of them each time; false when one is not. */
  look(): boolean;
  /** False while rows are missing because there were too many. */
  isWhole(): boolean;
  counts(): Readonly<Record<Action, number>>;
}

type Held = { action: Action; readonly domain: string; readonly code: string; forgetAt: number; denyAt: number };

type State = {
  readonly options: EdgeListOptions;
  readonly held: Map<string, Held>;
  /** Until then rows are missing. */
  wholeAt: number;
  /** Those that were not looked at in this round. */
  unseen: Iterator<Held>;
};

/** Keeps rows and the files in step: a file is made before another one is taken away, so that no link is ever in neither. */
export function createEdgeList(options: EdgeListOptions): EdgeList {
  const { folder, maxRows, monotonicMs } = options;
  const held = new Map<string, Held>();
  const state: State = { options, held, wholeAt: Number.NEGATIVE_INFINITY, unseen: held.values() };
  const add = (rows: readonly ListRow[]): void => {
    if (held.size + rows.length > maxRows) giveUp(state, rows);
    else for (const row of rows) hold(state, row);
  };
  return {
    add,
    bypass(row) {
      const known = held.get(nameOf(row));
      if (known === undefined) add([{ ...row, action: "bypass", denyInMs: undefined }]);
      else known.forgetAt = Math.max(known.forgetAt, monotonicMs() + row.forgetInMs);
    },
    clear() {
      held.clear();
      folder.clear();
    },
    tick: () => passTime(state),
    look: () => areThere(state),
    isWhole: () => monotonicMs() >= state.wholeAt,
    counts() {
      const denied = Array.from(held.values()).filter((row) => row.action === "deny").length;
      return { deny: denied, bypass: held.size - denied };
    },
  };
}

function nameOf({ domain, code }: Pick<ListRow, "domain" | "code">): string {
  return `${domain}/${code}`;
}

function hold({ options, held }: State, row: ListRow): void {
  const { domain, code, action, forgetInMs, denyInMs = Number.POSITIVE_INFINITY } = row;
  const now = options.monotonicMs();
  const before = held.get(nameOf(row))?.action;
  const next = { action, domain, code, forgetAt: now + forgetInMs, denyAt: now + denyInMs };
  held.set(nameOf(row), next);
  place(options, next, before);
}

function place({ folder }: EdgeListOptions, row: Held, before: Action | undefined): void {
  folder.put(row.action, row.domain, row.code);
  if (before !== undefined && before !== row.action) folder.remove(before, row.domain, row.code);
}

/** In this order: while rows are missing, nobody may trust the list. */
function giveUp(state: State, rows: readonly ListRow[]): void {
  const { options, held } = state;
  const now = options.monotonicMs();
  for (const { forgetAt } of held.values()) state.wholeAt = Math.max(state.wholeAt, forgetAt);
  for (const { forgetInMs } of rows) state.wholeAt = Math.max(state.wholeAt, now + forgetInMs);
  options.folder.distrust();
  held.clear();
  options.folder.clear();
}

/** Some milliseconds: 20,000 rows are seen within a second. */
const rowsPerLook = 2_000;

function areThere(state: State): boolean {
  const { held, options } = state;
  for (let seen = 0; seen < Math.min(rowsPerLook, held.size); seen += 1) {
    let next = state.unseen.next();
    if (next.done === true) {
      state.unseen = held.values();
      next = state.unseen.next();
    }
    if (next.done === true) return true;
    const { action, domain, code } = next.value;
    if (!options.folder.has(action, domain, code)) return false;
  }
  return true;
}

function passTime({ options, held }: State): void {
  const now = options.monotonicMs();
  for (const [name, row] of held) {
    if (row.forgetAt <= now) {
      options.folder.remove(row.action, row.domain, row.code);
      held.delete(name);
    } else if (row.action === "bypass" && row.denyAt <= now) {
      row.action = "deny";
      place(options, row, "bypass");
    }
  }
}
