import { setImmediate as nextTurn } from "node:timers/promises";
import type { DenylistOptions } from "./denylist.ts";

/** Where the changes begin whose copies may still be fresh. */
export type WindowStart = {
  /** The changes after this position are all that count. */
  readonly position: number;
  /** By then the last change was made that might count, too, and is no longer in the log; undefined: none was lost. */
  readonly lostAt: number | undefined;
};

const stepBack = 1_000;

/** The store's clock differs from those by which links tell when they were changed. */
const slackMs = 60_000;

/** Goes back through the log, whose order is that of the commits, until a change is older than any copy can be. */
export async function findWindowStart({ store, copyLifeMs, now }: DenylistOptions): Promise<WindowStart> {
  const oldestAt = now() - copyLifeMs - slackMs;
  let end = await store.lastChange();
  while (end > 0) {
    const start = Math.max(0, end - stepBack);
    const page = await store.changesAfter(start, end - start);
    // Of a log without any change nobody knows when it had the last.
    const { changedAt } = page.changes[0] ?? { changedAt: now() };
    const isOld = changedAt < oldestAt;
    // Positions are dense, so the log begins right before the first change that is still in it.
    if (!page.isComplete) {
      return { position: page.position - page.changes.length, lostAt: isOld ? undefined : changedAt };
    }
    if (isOld) return { position: start, lostAt: undefined };
    end = start;
    // A store that answers at once would keep the event loop from everything else until the start of the log.
    await nextTurn();
  }
  return { position: 0, lostAt: undefined };
}
