import type { ListRow } from "./denylist-page.ts";
import type { Action, ListFolder } from "./list-folder.ts";

export type EdgeListOptions = {
  readonly folder: Pick<ListFolder, "put" | "remove" | "clear">;
  /** More rows are not kept: the list is given up, and cannot be trusted until their time is over. */
  readonly maxRows: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
};

/** The rows that hold now, in memory and as files. */
export interface EdgeList {
  add(rows: readonly ListRow[]): void;
  /** Forgets every row. */
  clear(): void;
  /** Forgets rows whose time is over, and denies links that have expired. To be called some times in a second. */
  tick(): void;
  /** False while rows are missing because there were too many. */
  isWhole(): boolean;
  counts(): Readonly<Record<Action, number>>;
}

type Held = { action: Action; readonly domain: string; readonly code: string; forgetAt: number; denyAt: number };

/** Keeps rows and the files in step: a file is made before another one is taken away, so that no link is ever in neither. */
export function createEdgeList({ folder, maxRows, monotonicMs }: EdgeListOptions): EdgeList {
  const held = new Map<string, Held>();
  let wholeAt = Number.NEGATIVE_INFINITY;

  const place = (row: Held, before: Action | undefined): void => {
    folder.put(row.action, row.domain, row.code);
    if (before !== undefined && before !== row.action) folder.remove(before, row.domain, row.code);
  };
  const clear = (): void => {
    held.clear();
    folder.clear();
  };
  const giveUp = (now: number, rows: readonly ListRow[]): void => {
    const ends = [...Array.from(held.values(), (row) => row.forgetAt), ...rows.map((row) => now + row.forgetInMs)];
    wholeAt = ends.reduce((latest, end) => Math.max(latest, end), wholeAt);
    clear();
  };

  return {
    add(rows) {
      const now = monotonicMs();
      if (held.size + rows.length > maxRows) return giveUp(now, rows);
      for (const { domain, code, action, forgetInMs, denyInMs = Number.POSITIVE_INFINITY } of rows) {
        const name = `${domain}/${code}`;
        const before = held.get(name)?.action;
        const row = { action, domain, code, forgetAt: now + forgetInMs, denyAt: now + denyInMs };
        held.set(name, row);
        place(row, before);
      }
    },
    clear,
    tick() {
      const now = monotonicMs();
      for (const [name, row] of held) {
        if (row.forgetAt <= now) {
          folder.remove(row.action, row.domain, row.code);
          held.delete(name);
        } else if (row.action === "bypass" && row.denyAt <= now) {
          row.action = "deny";
          place(row, "bypass");
        }
      }
    },
    isWhole: () => monotonicMs() >= wholeAt,
    counts() {
      const denied = Array.from(held.values()).filter((row) => row.action === "deny").length;
      return { deny: denied, bypass: held.size - denied };
    },
  };
}
