import { Refusal } from "../api/refusal.ts";
import { CliError } from "../cli-error.ts";
import type { DenylistPage } from "./denylist-page.ts";
import type { EdgeList } from "./edge-list.ts";
import type { EdgeReport } from "./edge-report.ts";
import type { FolderLock } from "./folder-lock.ts";
import type { Follower } from "./follower.ts";
import type { ListFolder } from "./list-folder.ts";

export type FollowOptions = {
  /** Asks the feed for the page after a position. */
  readonly ask: (since: string | undefined) => Promise<DenylistPage>;
  readonly follower: Follower;
  readonly list: Pick<EdgeList, "tick" | "look" | "isWhole">;
  readonly folder: Pick<ListFolder, "isOwn" | "distrust">;
  readonly lock: Pick<FolderLock, "isHeld">;
  readonly report: EdgeReport;
  /** How often a quiet feed is asked, whether it waits or not. */
  readonly pollMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Waits as long as it is told, or until the signal. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
};

const tickMs = 100;
/** Before a question is asked again that brought no answer, or one that was of no use. */
const retryMs = 200;

/**
 * Follows the feed until the signal, whatever becomes of the service.
 *
 * @throws {Refusal} When the service was not heard once and refuses for good: the key is wrong, or has not the scope.
 * @throws {CliError} `FILE_UNUSABLE`, `FOLDER_LOST`
 */
export async function follow(options: FollowOptions): Promise<void> {
  const { folder } = options;
  // What one said that was killed: no clock that is set back may find it again.
  folder.distrust();
  const over = new AbortController();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const ticker = setInterval(() => {
    try {
      tick(options);
    } catch (error) {
      over.abort();
      reject(error);
    }
  }, tickMs);
  try {
    await Promise.race([askOn(options, over.signal), failed]);
  } finally {
    over.abort();
    clearInterval(ticker);
  }
}

async function askOn(options: FollowOptions, over: AbortSignal): Promise<void> {
  let wasHeard = false;
  while (!options.signal.aborted && !over.aborted) {
    const isHeard = await step(options, over, wasHeard);
    wasHeard ||= isHeard;
  }
}

function tick({ follower, list, folder, lock, report }: FollowOptions): void {
  requireLock(lock, folder);
  if (!folder.isOwn() || !list.look()) {
    follower.restart();
    report.damaged();
  }
  list.tick();
  follower.tick();
  report.look(follower.trustedUntil());
}

/** Whoever may have the folder now has its rows; it is only distrusted, which wrongs nobody. */
function requireLock(lock: FollowOptions["lock"], folder: FollowOptions["folder"]): void {
  if (lock.isHeld()) return;
  folder.distrust();
  throw new CliError("FOLDER_LOST");
}

/** True when the service was heard. */
async function step(options: FollowOptions, over: AbortSignal, wasHeard: boolean): Promise<boolean> {
  const { ask, follower, list, folder, lock, report, pollMs, monotonicMs, rest, signal } = options;
  const askedAt = monotonicMs();
  const since = follower.position();
  const page = await ask(since).catch((error: unknown) => {
    if (!wasHeard && error instanceof Refusal && !isOutage(error)) throw error;
    return error;
  });
  // Begun again meanwhile: what was asked for goes on from rows that are no more.
  if (signal.aborted || over.aborted || follower.position() !== since) return isPage(page);
  if (!isPage(page)) {
    report.failed(page);
    await rest(retryMs, signal);
    return false;
  }
  requireLock(lock, folder);
  follower.take(page, askedAt);
  report.heard(page.position);
  if (page.bypassMs > 0) report.blind(page.bypassMs);
  const tookMs = monotonicMs() - askedAt;
  // A service on which too many wait answers at once; asking again at once would make it worse.
  if (page.isUpToDate && page.position === since) await rest(pollMs - tookMs, signal);
  else if (page.position === since || !list.isWhole()) await rest(retryMs - tookMs, signal);
  return true;
}

/** The same question may be answered later. */
function isOutage({ details: { status } }: Refusal): boolean {
  return status === 429 || status >= 500;
}

function isPage(answer: unknown): answer is DenylistPage {
  return typeof answer === "object" && answer !== null && "rows" in answer;
}

/** Takes the list once, whole, without saying that it can be trusted for any time. */
export async function fetchOnce({ ask, follower, folder, lock, monotonicMs }: FollowOptions): Promise<void> {
  for (;;) {
    const askedAt = monotonicMs();
    const page = await ask(follower.position());
    requireLock(lock, folder);
    follower.take(page, askedAt);
    if (page.isUpToDate) return;
  }
}
