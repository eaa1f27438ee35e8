import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";

describe("the memory store", () => {
  it("allocates nothing for a request that it lets pass", () => {
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
      run(300_000);
      // Few enough that the garbage collector seldom comes between; the median leaves out when it does.
      const grown = Array.from({ length: 21 }, () => {
        const before = process.memoryUsage().heapUsed;
        run(10_000);
        return process.memoryUsage().heapUsed - before;
      });
      // One number for each would be 160,000; what is allowed for is one for each reading of the clock.
      expect(grown.toSorted((one, other) => one - other)[10], policy.name).toBeLessThan(80_000);
    }
  });
});
