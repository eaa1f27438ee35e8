import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { rowHead } from "../../src/stores/memory/row.ts";
import { Table } from "../../src/stores/memory/table.ts";

describe("a policy that had more windows than are remembered", () => {
  it("carries every counter over to the newest", () => {
    const table = new Table(100, 3);
    const now = 2_222_222_222_222_222;
    const quotas = [10, 20, 30, 40, 50].map((limit) =>
      table.quota(
        compilePolicy({ name: "x", algorithm: "sliding-window-log", limit, windowMs: limit * 60_000 }).algorithm,
      ),
    );
    for (const [i, quota] of quotas.entries()) {
      table.take(`key ${i}`, quota, now, i + 1);
    }
    for (const [i, quota] of quotas.toReversed().entries()) {
      const used = 5 - i;
      const { algorithm, numbers, at } = table.touch(`key ${used - 1}`, quota, now);
      expect(algorithm.remaining(numbers, at + rowHead, now)).toBe(quota.algorithm.limit - used);
    }
  });
});
