import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../../src/compile-policy.ts";
import type { Batch } from "../../../src/stores/redis/batch.ts";
import { createBatcher } from "../../../src/stores/redis/batcher.ts";
import type { Question } from "../../../src/stores/redis/question.ts";

const policy = compilePolicy({ name: "p", by: ["client"], algorithm: "fixed-window", limit: 5, windowMs: 1_000 });
let asked = 0;

/** A question about a counter of its own. */
function question(): Question {
  asked += 1;
  const key = `k${asked}`;
  const none = () => {};
  const charges = [{ policy, key: [key], cost: 1 }];
  return { mode: 1, charges, keys: [key], argument: 0, read: () => none, fail: none };
}

/** A batcher whose calls a test answers. */
function batcherOfHand() {
  const sent: Batch[] = [];
  const answers: (() => void)[] = [];
  const batcher = createBatcher((batch) => {
    sent.push(batch);
    return new Promise((resolve) => answers.push(resolve));
  });
  return {
    ask: (count: number, slot = 0) => {
      for (let i = 0; i < count; i += 1) batcher.ask(slot, question());
    },
    sizes: () => sent.map(({ size }) => size),
    async answer() {
      for (const resolve of answers.splice(0)) resolve();
      await nextTask();
    },
  };
}

const nextTask = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("what is asked", () => {
  it("alone goes out at the end of the current task", async () => {
    const { ask, sizes } = batcherOfHand();
    ask(1);
    expect(sizes()).toEqual([]);
    await Promise.resolve();
    expect(sizes()).toEqual([1]);
  });

  it("in one task goes out together, and what comes later waits for the end of the turn", async () => {
    const { ask, sizes } = batcherOfHand();
    ask(3);
    await Promise.resolve();
    ask(2);
    await Promise.resolve();
    ask(2);
    await Promise.resolve();
    expect(sizes()).toEqual([3]);
    await nextTask();
    expect(sizes()).toEqual([3, 4]);
  });

  it("goes out at the end of the task again, once nothing is under way", async () => {
    const { ask, sizes, answer } = batcherOfHand();
    ask(1);
    await nextTask();
    await answer();
    ask(1);
    await Promise.resolve();
    expect(sizes()).toEqual([1, 1]);
  });

  it("goes out by 128, the first of them at once", async () => {
    const { ask, sizes } = batcherOfHand();
    ask(127);
    expect(sizes()).toEqual([]);
    ask(1);
    expect(sizes()).toEqual([128]);
    ask(300);
    expect(sizes()).toEqual([128, 128, 128]);
    await nextTask();
    expect(sizes()).toEqual([128, 128, 128, 44]);
  });

  it("of several slots goes out in one call for each", async () => {
    const { ask, sizes } = batcherOfHand();
    ask(2, 7);
    ask(3, 8);
    ask(127, 7);
    await Promise.resolve();
    expect(sizes()).toEqual([128, 3, 1]);
  });
});
