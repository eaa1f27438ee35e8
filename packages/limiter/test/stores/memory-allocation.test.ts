import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";

describe("the memory store", () => {
  it("allocates nothing for a request that it lets pass", async () => {
    stepTime();
    const store = memoryStore();
    const policies = [
      compilePolicy({ name: "window", algorithm: "fixed-window", limit: 1e9, windowMs: 3_600_000 }),
      compilePolicy({ name: "bucket", algorithm: "token-bucket", capacity: 1e6, refill: 1e6, refillMs: 1 }),
      compilePolicy({ name: "gcra", algorithm: "gcra", burst: 1e6, refill: 1e6, refillMs: 1 }),
    ];
    const keys = Array.from({ length: 100 }, (_, i) => `client ${i}`);
    for (const policy of policies) {
      const counter = store.counter(policy);
      const run = (times: number) => {
        for (let i = 0; i < times; i++) counter.tryTake(keys[i % 100] ?? "", 1);
      };
      // One number for each would be 160,000; what is allowed for is one for each reading of the clock.
      let grown = Infinity;
      for (let tries = 0; tries < 100 && grown >= 80_000; tries++) {
        run(30_000);
        // Code is made fast beside the program, by threads that a busy machine may let wait.
        await sleep(tries);
        grown = medianGrowth(() => run(10_000));
      }
      expect(grown, policy.name).toBeLessThan(80_000);
    }
  });
});

/** Bytes. Few enough that the garbage collector seldom comes between; the median leaves out when it does. */
function medianGrowth(work: () => void): number {
  const grown = Array.from({ length: 21 }, () => {
    const before = process.memoryUsage().heapUsed;
    work();
    return process.memoryUsage().heapUsed - before;
  });
  return grown.toSorted((one, other) => one - other)[10] ?? Infinity;
}

/** A clock whose readings many share, however slow the machine is. */
function stepTime(): void {
  const { now } = performance;
  const ms = new Float64Array([5_000]);
  performance.now = () => (ms[0] = (ms[0] as number) + 0.0001);
  onTestFinished(() => {
    performance.now = now;
  });
}
