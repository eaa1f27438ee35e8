import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { rowHead } from "../../src/stores/memory/row.ts";
import { Table } from "../../src/stores/memory/table.ts";

describe("a policy that had more quotas than are remembered", () => {
  it("carries every counter over to the newest", () => {
    const table = new Table(100, 3);
    const now = 2_222_222_222_222_222;
    const quotas = [10, 20, 30, 40, 50].map((limit) =>
      table.quota(compilePolicy({ name: "x", algorithm: "fixed-window", limit, windowMs: 3_600_000 }).algorithm),
    );
    for (const [i, quota] of quotas.entries()) {
      const { numbers, at } = table.touch(`key ${i}`, quota, now);
      quota.algorithm.take(numbers, at + rowHead, now, i + 1);
    }
    for (const [i, quota] of quotas.toReversed().entries()) {
      const used = 5 - i;
      const { numbers, at } = table.touch(`key ${used - 1}`, quota, now);
      expect(quota.algorithm.remaining(numbers, at + rowHead, now)).toBe(quota.algorithm.limit - used);
    }
  });
});
