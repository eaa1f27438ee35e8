import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GroupCommit } from "../src/stores/sqlite/group-commit.ts";
import type { Thread } from "../src/stores/sqlite/thread.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A writer that answers a batch when it is told to. */
function setUp() {
  const answers: ((commitMs: number) => void)[] = [];
  const asked: number[] = [];
  const thread: Thread = {
    restarts: 0,
    start: () => undefined,
    close: async () => undefined,
    ask(commands) {
      const results = (commands as readonly unknown[]).map(() => null);
      asked.push(results.length);
      return new Promise((resolve) => answers.push((commitMs) => resolve({ results, refusals: [], commitMs })));
    },
  };
  const writes = new GroupCommit({ thread, queueLimit: 10, batchLimit: 10, deadlineMs: 1_000 });
  return { writes, asked, answer: (commitMs = 1) => answers.shift()?.(commitMs) };
}

it("refuses a change that waited for too long behind a slow commit, and sends those that did not", async () => {
  const { writes, asked, answer } = setUp();
  const first = writes.run("ping", null).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  const early = writes.run("ping", null).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(800);
  const late = writes.run("ping", null);
  await vi.advanceTimersByTimeAsync(300);
  expect(await early).toMatchObject({ code: "STORE_OVERLOADED" });
  answer();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  answer();
  await late;
  expect(asked).toEqual([1, 1]);
  expect(writes.stats()).toMatchObject({ overloaded: 1, batches: 2, commands: 2 });
});

it("answers within one deadline, of which waiting is a part, that a change under way may or may not be made", async () => {
  const { writes, asked, answer } = setUp();
  const first = writes.run("ping", null);
  await vi.advanceTimersByTimeAsync(600);
  answer();
  await first;
  const settled: unknown[] = [];
  const slow = writes.run("ping", null);
  await vi.advanceTimersByTimeAsync(100);
  const second = writes.run("ping", null).catch((error: unknown) => settled.push(error));
  await vi.advanceTimersByTimeAsync(700);
  answer();
  await slow;
  expect(asked).toEqual([1, 1, 1]);
  // It waited for 700 ms and is under way since; 300 ms are left.
  await vi.advanceTimersByTimeAsync(290);
  expect(settled).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  await second;
  expect(settled).toMatchObject([{ code: "STORE_OUTCOME_UNKNOWN" }]);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(writes.stats()).toMatchObject({ overloaded: 0, batches: 3 });
  expect(vi.getTimerCount()).toBe(0);
});

it("takes an answer that has come by the time a stopped process finds its deadline passed", async () => {
  const { writes, answer } = setUp();
  const change = writes.run("ping", null);
  await vi.advanceTimersByTimeAsync(999);
  vi.advanceTimersByTime(1);
  answer();
  await expect(change).resolves.toBeNull();
});

it("remembers the longest commit, not the last", async () => {
  const { writes, answer } = setUp();
  for (const commitMs of [5, 40, 3]) {
    const change = writes.run("ping", null);
    await vi.advanceTimersByTimeAsync(0);
    answer(commitMs);
    await change;
  }
  expect(writes.stats()).toMatchObject({ lastCommitMs: 3, longestCommitMs: 40 });
});
