import { setImmediate as nextTurn } from "node:timers/promises";
import type { LinkChange } from "@narrows/links";
import type { DenylistOptions } from "./denylist.ts";

/** Where the changes begin whose copies may still be fresh. */
export type WindowStart = {
  /** The changes after this position are all that count. */
  readonly position: number;
  /** True: earlier ones might count, too, and are no longer in the log. */
  readonly isCut: boolean;
};

const stepBack = 1_000;

/** One link alone may have been changed again, so several are looked at. */
const samples = 10;

/** Clocks of nodes differ, and a change is committed some time after its instant was taken. */
const slackMs = 60_000;

/** Goes back through the log, whose order is that of the commits, until a change is older than any copy can be. */
export async function findWindowStart(options: DenylistOptions): Promise<WindowStart> {
  const { store, copyLifeMs, now } = options;
  const oldestAt = now() - copyLifeMs - slackMs;
  let end = await store.lastChange();
  while (end > 0) {
    const start = Math.max(0, end - stepBack);
    const page = await store.changesAfter(start, end - start);
    const isOld = await hasOlder(options, page.changes.slice(0, samples), oldestAt);
    // Positions are dense, so the log begins right before the first change that is still in it.
    if (!page.isComplete) return { position: page.position - page.changes.length, isCut: !isOld };
    if (isOld) return { position: start, isCut: false };
    end = start;
    // A store that answers at once would keep the event loop from everything else until the start of the log.
    await nextTurn();
  }
  return { position: 0, isCut: false };
}

async function hasOlder(
  { store }: DenylistOptions,
  changes: readonly LinkChange[],
  oldestAt: number,
): Promise<boolean> {
  const links = await Promise.all(changes.map((change) => store.find(change)));
  return links.some((link) => link !== undefined && link.updatedAt < oldestAt);
}
