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
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const ticker = setInterval(() => {
    try {
      list.tick();
      follower.tick();
      report.look(follower.trustedUntil());
    } catch (error) {
      reject(error);
    }
  }, tickMs);
  try {
    while (!signal.aborted) await Promise.race([step(options), broken]);
  } finally {
    clearInterval(ticker);
  }
}

async function step({ ask, follower, report, monotonicMs, signal }: FollowOptions): Promise<void> {
  const askedAt = monotonicMs();
  const page = await ask(follower.position()).catch((error: unknown) => {
    if (error instanceof Refusal && follower.position() === undefined) throw error;
    return error;
  });
  if (isPage(page)) {
    follower.take(page, askedAt);
    report.heard(page.position);
    return;
  }
  if (signal.aborted) return;
  report.failed(page);
  await pause(retryMs, undefined, { signal }).catch(() => undefined);
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
