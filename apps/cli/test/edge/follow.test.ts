import { queryObjects } from "node:v8";
import { describe, expect, test } from "vitest";
import type { DenylistPage } from "../../src/edge/denylist-page.ts";
import { follow } from "../../src/edge/follow.ts";

const page: DenylistPage = {
  rows: [],
  position: "1",
  isComplete: true,
  isUpToDate: false,
  bypassMs: 0,
  waitedMs: 0,
  copyLifeMs: 60_000,
};

/** Follows a feed without files, and ends as soon as `onAsk`, which is told how many questions there were, says "end". */
function followFeed(onAsk: (count: number) => DenylistPage | "end"): Promise<void> {
  const ended = new AbortController();
  let position: string | undefined;
  let count = 0;
  return follow({
    ask: async () => {
      count += 1;
      const answer = onAsk(count);
      if (answer !== "end") return answer;
      ended.abort();
      return page;
    },
    follower: {
      take: (taken) => void (position = taken.position),
      position: () => position,
      restart: () => void (position = undefined),
      tick: () => undefined,
      trustedUntil: () => Number.NEGATIVE_INFINITY,
    },
    list: { tick: () => undefined, look: () => true },
    folder: { isOwn: () => true, distrust: () => undefined },
    lock: { isHeld: () => true },
    report: {
      heard: () => undefined,
      blind: () => undefined,
      failed: () => undefined,
      damaged: () => undefined,
      look: () => undefined,
      counts: () => expect.fail("Nobody asks for counts."),
    },
    pollMs: 10_000,
    monotonicMs: () => performance.now(),
    signal: ended.signal,
  });
}

describe("following the feed", () => {
  test("keeps nothing of the questions that were answered", async () => {
    const promises = (): number => queryObjects(Promise, { format: "count" });
    let before = 0;
    let after = 0;
    await followFeed((count) => {
      if (count === 10) before = promises();
      if (count < 2_010) return page;
      after = promises();
      return "end";
    });
    expect(after - before).toBeLessThan(500);
  });
});
