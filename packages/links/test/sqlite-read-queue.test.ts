import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ListQuery } from "../src/index.ts";
import { ReadQueue } from "../src/stores/sqlite/read-queue.ts";
import type { Thread } from "../src/stores/sqlite/thread.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const query: ListQuery = {
  ownerId: undefined,
  domain: undefined,
  tag: undefined,
  codePrefix: undefined,
  host: undefined,
  limit: 10,
  after: undefined,
};

it("never begins a list that was given up while it waited", async () => {
  const answers: (() => void)[] = [];
  let asked = 0;
  const thread: Thread = {
    restarts: 0,
    start: () => undefined,
    close: async () => undefined,
    ask() {
      asked += 1;
      return new Promise((resolve) => answers.push(() => resolve("page")));
    },
  };
  const reads = new ReadQueue({ thread, queueLimit: 10, deadlineMs: 1_000 });
  const ask = () => reads.ask({ name: "list", query }).catch((error: unknown) => error);
  const [first, second] = [ask(), ask()];
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await first, await second]).toMatchObject([{ code: "STORE_OVERLOADED" }, { code: "STORE_OVERLOADED" }]);
  const third = ask();
  answers.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  answers.shift()?.();
  expect(await third).toBe("page");
  expect(asked).toBe(2);
});
