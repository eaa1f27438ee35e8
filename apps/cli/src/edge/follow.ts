import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "../api/refusal.ts";
import type { DenylistPage } from "./denylist-page.ts";
import type { EdgeList } from "./edge-list.ts";
import type { EdgeReport } from "./edge-report.ts";
import type { Follower } from "./follower.ts";

export type FollowOptions = {
  /** Asks the feed for the page after a position. */
  readonly ask: (since: string | undefined) => Promise<DenylistPage>;
  readonly follower: Follower;
  readonly list: Pick<EdgeList, "tick">;
  readonly report: EdgeReport;
  /** How often a quiet feed is asked, whether it waits or not. */
  readonly pollMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly signal: AbortSignal;
};

const tickMs = 100;
const retryMs = 200;

/**
 * Follows the feed until the signal, whatever becomes of the service.
 *
 * @throws {Refusal} When the service refuses the very first question: the key is wrong, or has not the scope.
 * @throws {CliError} `FILE_UNUSABLE`
 */
export async function follow(options: FollowOptions): Promise<void> {
  const { follower, list, report, signal } = options;
  let fault: Error | undefined;
  const ticker = setInterval(() => {
    try {
      list.tick();
      follower.tick();
      report.look(follower.trustedUntil());
    } catch (error) {
      fault = error instanceof Error ? error : new Error(String(error));
    }
  }, tickMs);
  try {
    while (!signal.aborted && fault === undefined) await step(options);
    if (fault !== undefined) throw fault;
  } finally {
    clearInterval(ticker);
  }
}

async function step({ ask, follower, report, pollMs, monotonicMs, signal }: FollowOptions): Promise<void> {
  const askedAt = monotonicMs();
  const since = follower.position();
  const page = await ask(since).catch((error: unknown) => {
    if (error instanceof Refusal && since === undefined) throw error;
    return error;
  });
  if (signal.aborted) return;
  if (!isPage(page)) {
    report.failed(page);
    return rest(retryMs, signal);
  }
  follower.take(page, askedAt);
  report.heard(page.position);
  // A service on which too many wait answers at once; asking again at once would make it worse.
  if (page.isUpToDate && page.position === since) await rest(pollMs - (monotonicMs() - askedAt), signal);
}

/** Ends early, without a word, when the signal comes. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await pause(ms, undefined, { signal }).catch(() => undefined);
}

function isPage(answer: unknown): answer is DenylistPage {
  return typeof answer === "object" && answer !== null && "rows" in answer;
}

/** Takes the list once, whole, without saying that it can be trusted for any time. */
export async function fetchOnce({ ask, follower, monotonicMs }: FollowOptions): Promise<void> {
  for (;;) {
    const askedAt = monotonicMs();
    const page = await ask(follower.position());
    follower.take(page, askedAt);
    if (page.isUpToDate) return;
  }
}
