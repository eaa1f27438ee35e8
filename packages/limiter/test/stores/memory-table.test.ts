import { describe, expect, it, vi } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { rowHead } from "../../src/stores/memory/row.ts";
import { Segment } from "../../src/stores/memory/segment.ts";
import { Table } from "../../src/stores/memory/table.ts";

const now = 2_222_222_222_222_222;

function openTable(mostKinds: number) {
  const table = new Table(100, mostKinds);
  const quotaOf = (limit: number, windowMs: number) =>
    table.quota(compilePolicy({ name: "x", algorithm: "sliding-window-log", limit, windowMs }).algorithm);
  const left = (text: string, quota: ReturnType<typeof quotaOf>) => {
    const { algorithm, numbers, at } = table.rowFor(text, quota, now);
    return algorithm.remaining(numbers, at + rowHead, now);
  };
  return { table, quotaOf, left };
}

describe("a policy that had many quotas", () => {
  it("keeps what was used, however many limits it had", () => {
    const { table, quotaOf, left } = openTable(1);
    for (let limit = 10; limit < 30; limit++) table.take("a", quotaOf(limit, 60_000), now, 1);
    expect(left("a", quotaOf(30, 60_000))).toBe(10);
  });

  it("keeps what was used by as many windows as are remembered, and begins afresh by one more", () => {
    const { table, quotaOf, left } = openTable(3);
    const quotas = [1, 2, 3, 4].map((minutes) => quotaOf(10, minutes * 60_000));
    for (const [i, quota] of quotas.slice(0, 3).entries()) table.take(`key ${i}`, quota, now, i + 1);
    for (const quota of quotas) expect([0, 1, 2].map((i) => left(`key ${i}`, quota))).toEqual([9, 8, 7]);
    for (const quota of quotas.slice(3)) table.take("key 3", quota, now, 4);
    for (const quota of quotas) expect([0, 1, 2, 3].map((i) => left(`key ${i}`, quota))).toEqual([10, 10, 10, 6]);
    for (const quota of quotas) table.take("key 0", quota, now, 1);
    expect(left("key 0", quotaOf(10, 60_000))).toBeLessThan(10);
  });
});

it("looks once for a key that is not there, however often it is asked, and once more after it was added", () => {
  const { table, quotaOf, left } = openTable(1);
  const quota = quotaOf(10, 60_000);
  const find = vi.spyOn(Segment.prototype, "find");
  try {
    expect([table.find("a"), table.find("a"), left("a", quota)]).toEqual([-1, -1, 10]);
    expect(find).toHaveBeenCalledTimes(1);
    table.take("a", quota, now, 1);
    expect(left("a", quota)).toBe(9);
    expect(find).toHaveBeenCalledTimes(2);
    table.forget("a");
    expect([left("a", quota), table.find("a"), table.find("b"), table.find("a")]).toEqual([10, -1, -1, -1]);
  } finally {
    find.mockRestore();
  }
});
