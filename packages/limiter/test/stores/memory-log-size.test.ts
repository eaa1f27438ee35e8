import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";

const keyCount = 50_000;

describe("a sliding-window-log in memory", () => {
  it("takes room for what it remembers, and not for what it may remember later", async () => {
    const policy = compilePolicy({ name: "log", algorithm: "sliding-window-log", limit: 100, windowMs: 3_600_000 });
    const store = memoryStore();
    const counter = store.counter(policy);
    const keys = Array.from({ length: keyCount }, (_, i) => `client ${i}`);
    const before = heapUsed();
    for (const key of keys) counter.tryTake(key, 1);
    expect(store.size).toBe(keyCount);
    const bytesPerKey = () => (heapUsed() - before) / keyCount;
    // An array that has grown by itself has room for 25 numbers where 8 are in it, which makes it 280. Buffers that nobody
    // has any more are freed beside the program, some time after they were found.
    await vi.waitFor(() => expect(bytesPerKey()).toBeLessThan(220), { timeout: 20_000 });
  });
});

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const { heapUsed: heap, external } = process.memoryUsage();
  return heap + external;
}
