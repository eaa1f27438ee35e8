import type { DenylistPage } from "./denylist-page.ts";
import type { EdgeList } from "./edge-list.ts";
import type { ListFolder } from "./list-folder.ts";

export type FollowerOptions = {
  readonly list: EdgeList;
  readonly folder: Pick<ListFolder, "trust" | "distrust">;
  /** For so long after it was heard of the latest change the list may be trusted. */
  readonly silenceMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** The clock that the edge reads, in milliseconds since 1970. */
  readonly now: () => number;
};

/** Turns answers of the feed into a list that an edge trusts as long as it may. */
export interface Follower {
  /** @param askedAt When the question was sent, on the monotonic clock. */
  take(page: DenylistPage, askedAt: number): void;
  /** Where to go on; undefined: at the start. */
  position(): string | undefined;
  /** Takes back trust and begins again: what was written is not there any more. */
  restart(): void;
  /** Takes back what was said of trust, once its time is over: a clock that is set back must not find it again. */
  tick(): void;
  /** Until when the list is trusted, on the monotonic clock. */
  trustedUntil(): number;
}

const tenthMs = 100;

/** Begins without trust. */
export function createFollower(options: FollowerOptions): Follower {
  const { list, folder, silenceMs, monotonicMs, now } = options;
  let position: string | undefined;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let trustedUntil = Number.NEGATIVE_INFINITY;

  const trustUntil = (end: number): void => {
    const left = end - monotonicMs();
    // Whole tenths: trust ends a little early, never late.
    const toTenth = Math.floor((now() + left) / tenthMs) - 1;
    folder.trust(Math.floor(now() / tenthMs), toTenth);
    trustedUntil = end;
  };
  // In this order: while rows are missing, nobody may trust those that are there.
  const clear = (): void => {
    folder.distrust();
    trustedUntil = Number.NEGATIVE_INFINITY;
    list.clear();
  };
  return {
    take(page, askedAt) {
      // At the start: rows of one who kept the folder before.
      if (!page.isComplete || position === undefined) clear();
      if (page.bypassMs > 0) wholeAt = Math.max(wholeAt, monotonicMs() + page.bypassMs);
      list.add(page.rows);
      position = page.position;
      const isWhole = list.isWhole() && monotonicMs() >= wholeAt;
      // Nobody can have waited for longer than since the question.
      const readAt = Math.min(askedAt + page.waitedMs, monotonicMs());
      if (isWhole && page.isUpToDate) trustUntil(readAt + silenceMs);
    },
    position: () => position,
    restart() {
      position = undefined;
      clear();
    },
    tick() {
      if (trustedUntil === Number.NEGATIVE_INFINITY || monotonicMs() < trustedUntil) return;
      trustedUntil = Number.NEGATIVE_INFINITY;
      folder.distrust();
    },
    trustedUntil: () => trustedUntil,
  };
}
