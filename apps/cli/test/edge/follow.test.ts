import { setImmediate as nextTurn } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../src/api/refusal.ts";
import type { DenylistPage } from "../../src/edge/denylist-page.ts";
import { follow, type FollowOptions } from "../../src/edge/follow.ts";
import { rest } from "../../src/edge/rest.ts";

const page: DenylistPage = {
  rows: [],
  position: "1",
  isComplete: true,
  isUpToDate: false,
  bypassMs: 0,
  waitedMs: 0,
  copyLifeMs: 60_000,
};

const refused = (status: number, code: string): Refusal =>
  new Refusal({
    code,
    detail: code,
    field: undefined,
    mend: undefined,
    status,
    language: "en",
    retryAfterSeconds: undefined,
    name: undefined,
    server: "http://127.0.0.1",
    keySource: undefined,
  });

const isBusy = refused(429, "RATE_LIMITED");
const isAway = refused(503, "STORE_UNAVAILABLE");
const isRevoked = refused(401, "KEY_INVALID");

/** Follows a feed without files, and ends as soon as `onAsk`, which is told how many questions there were, says "end". */
function followFeed(
  onAsk: (count: number) => DenylistPage | Refusal | "restart" | "end",
  isWhole = (): boolean => true,
  time: Pick<FollowOptions, "monotonicMs" | "rest"> = { monotonicMs: () => performance.now(), rest },
): Promise<void> {
  const ended = new AbortController();
  let position: string | undefined;
  let count = 0;
  return follow({
    ask: async () => {
      count += 1;
      const answer = onAsk(count);
      if (answer instanceof Refusal) throw answer;
      if (answer === "restart") position = undefined;
      if (answer === "end") ended.abort();
      return typeof answer === "string" ? page : answer;
    },
    follower: {
      take: (taken) => void (position = taken.position),
      position: () => position,
      restart: () => void (position = undefined),
      tick: () => undefined,
      trustedUntil: () => Number.NEGATIVE_INFINITY,
    },
    list: { tick: () => undefined, look: () => true, isWhole },
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
    ...time,
    signal: ended.signal,
  });
}

describe("following the feed", () => {
  test.each([
    ["that is too busy at the start", isBusy],
    ["that is away at the start", isAway],
  ])("waits for a service %s", async (_state, refusal) => {
    const asked: number[] = [];
    await followFeed((count) => {
      asked.push(count);
      return count === 1 ? refusal : "end";
    });
    expect(asked).toEqual([1, 2]);
  });

  test("ends when its key is refused, also after the service was away", async () => {
    await expect(followFeed((count) => (count === 1 ? isAway : isRevoked))).rejects.toBe(isRevoked);
  });

  test("goes on through a refusal while it begins again: the service was heard", async () => {
    const answers = [page, "restart", isRevoked, isAway, "end"] as const;
    await expect(followFeed((count) => answers[count - 1] ?? "end")).resolves.toBeUndefined();
  });

  test.each([
    ["stands still", 200, () => page, (): boolean => true],
    ["has nothing new and did not wait", 10_000, () => ({ ...page, isUpToDate: true }), (): boolean => true],
    [
      "brings more than can be kept",
      200,
      (count: number) => ({ ...page, position: String(count) }),
      (): boolean => false,
    ],
  ])("rests before it asks a service again that %s", async (_state, restMs, pageAt, isWhole) => {
    // Time passes only here: 50 ms with a question, and what a rest was told.
    let nowMs = 0;
    const resting = async (ms: number): Promise<void> => {
      await nextTurn();
      nowMs += ms;
    };
    const askedAt: number[] = [];
    const onAsk = (count: number): DenylistPage | "end" => {
      askedAt.push(nowMs);
      nowMs += 50;
      return count < 5 ? pageAt(count) : "end";
    };
    await followFeed(onAsk, isWhole, { monotonicMs: () => nowMs, rest: resting });
    expect(askedAt.slice(2).map((at, index) => at - (askedAt[index + 1] ?? at))).toEqual([restMs, restMs, restMs]);
  });

  test("keeps nothing of the questions that were answered", async () => {
    const promises = (): number => queryObjects(Promise, { format: "count" });
    let before = 0;
    let after = 0;
    await followFeed((count) => {
      if (count === 10) before = promises();
      if (count < 2_010) return { ...page, position: String(count) };
      after = promises();
      return "end";
    });
    expect(after - before).toBeLessThan(500);
  });
});
