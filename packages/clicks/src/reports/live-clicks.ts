import { ClickError } from "../click-error.ts";
import type { ClickCounts, ClickCursor, LinkRef } from "../click-store.ts";
import type { Click } from "../click.ts";
import { hourMs, minuteMs } from "../time-units.ts";
import { clickPages } from "./click-pages.ts";
import type { CountedClass } from "./click-reports.ts";
import { inTime } from "./in-time.ts";
import { classesOf } from "./report-options.ts";
import { showClick, type ShownClick } from "./shown-click.ts";

/** A click, and the id by which a reader who was cut off goes on behind it. */
export type LiveClick = { readonly cursor: string; readonly click: ShownClick };

export type LiveRequest = {
  /** The cursor of the last click that was seen before. Undefined: from now on. */
  readonly after: string | undefined;
  /** Default: `human`. */
  readonly class: CountedClass | undefined;
};

export type LiveOptions = {
  readonly counts: Pick<ClickCounts, "clicks" | "totals">;
  readonly deadlineMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after the time, or when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** How often the store is asked for more. */
const pollMs = 1_000;

/** So long a reader hears nothing at most. Shorter than what a proxy waits for, which is a minute mostly. */
const quietMs = 15_000;

/** Whoever still reads must come anew, so that a key that was revoked does not read for ever. */
export const maxLifeMs = 10 * minuteMs;

/** Where a store cannot tell, or tells late, what is complete: clicks that take longer to it are counted, and not shown. */
const patienceMs = 10_000;

/** So far back a reader can go on. */
const maxResumeMs = hourMs;

/**
 * Gives the clicks of a link in the order of time, and undefined where it has been quiet.
 *
 * Shown is what lies before the instant up to which the store is complete, for a click that is stored later than its
 * successors would have to be shown behind them, and a reader could not go on at an id.
 */
export async function* liveClicks(
  options: LiveOptions,
  link: LinkRef,
  { after, class: counted }: LiveRequest,
  signal: AbortSignal,
): AsyncGenerator<LiveClick | undefined, void> {
  const { now, wait } = options;
  const classes = classesOf(counted);
  const openedAt = now();
  let [cursor, heardAt] = [beginAt(after, openedAt), openedAt];
  // At once, so that the reader knows that he is heard.
  yield undefined;
  const isOver = (): boolean => signal.aborted || now() - openedAt >= maxLifeMs;
  while (!isOver()) {
    for await (const click of clicksAfter(options, link, cursor)) {
      // Catching up, or a reader who is slow, may take longer than all of it.
      if (isOver()) return;
      cursor = { at: click.at, id: click.id };
      if (!classes.includes(click.class)) continue;
      heardAt = now();
      yield { cursor: formatCursor(cursor), click: showClick(click) };
    }
    if (now() - heardAt >= quietMs) {
      heardAt = now();
      yield undefined;
    }
    await wait(pollMs, signal);
  }
}

/** While the store does not answer there is nothing new; what it missed to tell comes when it does. */
async function* clicksAfter(options: LiveOptions, link: LinkRef, cursor: ClickCursor): AsyncGenerator<Click, void> {
  try {
    const to = await completeUntil(options);
    if (to <= cursor.at) return;
    for await (const page of clickPages(options, link, { from: cursor.at, to }, cursor)) yield* page;
  } catch (error) {
    if (!(error instanceof ClickError) || error.code !== "STORE_UNAVAILABLE") throw error;
  }
}

async function completeUntil({ counts, deadlineMs, now }: LiveOptions): Promise<number> {
  const { asOf = 0 } = await inTime(counts.totals([]), deadlineMs);
  return Math.max(asOf, now() - patienceMs);
}

/** Before and behind every click of a millisecond. */
const firstId = "00000000-0000-0000-0000-000000000000";
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

function beginAt(after: string | undefined, now: number): ClickCursor {
  // What happened while it was opened is shown: it is complete a little later.
  return (after === undefined ? undefined : parseCursor(after, now)) ?? { at: now, id: firstId };
}

const cursorPattern = /^(\d{1,15})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** What cannot be read, or is too long ago, is as if it were not there: a browser sends what it has by itself. */
function parseCursor(text: string, now: number): ClickCursor | undefined {
  const [, at, id] = cursorPattern.exec(text) ?? [];
  if (at === undefined || id === undefined || Number(at) > now) return undefined;
  return Number(at) < now - maxResumeMs ? { at: now - maxResumeMs, id: lastId } : { at: Number(at), id };
}

function formatCursor({ at, id }: Pick<Click, "at" | "id">): string {
  return `${at}-${id}`;
}
