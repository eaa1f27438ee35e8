import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GroupCommit } from "../src/stores/sqlite/group-commit.ts";
import type { Thread } from "../src/stores/sqlite/thread.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setImmediate"] }));
afterEach(() => void vi.useRealTimers());

it("refuses a change that waited for too long behind a slow commit, and sends those that did not", async () => {
  const answers: (() => void)[] = [];
  const asked: number[] = [];
  const thread: Thread = {
    restarts: 0,
    start: () => undefined,
    close: async () => undefined,
    ask(commands) {
      const results = (commands as readonly unknown[]).map(() => null);
      asked.push(results.length);
      return new Promise((resolve) => answers.push(() => resolve({ results, refusals: [], commitMs: 1 })));
    },
  };
  const writes = new GroupCommit({ thread, queueLimit: 10, batchLimit: 10, deadlineMs: 1_000 });

  const first = writes.run("ping", null);
  await vi.advanceTimersByTimeAsync(0);
  const early = writes.run("ping", null).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(800);
  const late = writes.run("ping", null);
  await vi.advanceTimersByTimeAsync(500);
  answers.shift()?.();
  await first;
  expect(await early).toMatchObject({ code: "STORE_OVERLOADED" });
  answers.shift()?.();
  await late;
  expect(asked).toEqual([1, 1]);
  expect(writes.stats()).toMatchObject({ overloaded: 1, batches: 2, commands: 2 });
});
