import { afterEach, describe, expect, it, vi } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { rowHead } from "../../src/stores/memory/row.ts";
import { createSweeper } from "../../src/stores/memory/sweeper.ts";
import { Table } from "../../src/stores/memory/table.ts";

const start = 1_700_000_000_000_000;
const second = 1_000_000;
const { algorithm } = compilePolicy({ name: "x", algorithm: "token-bucket", capacity: 10, refillPerSecond: 1 });

afterEach(() => vi.useRealTimers());

function openTable(maxKeys = 1_000_000) {
  const table = new Table(maxKeys);
  const quota = table.quota(algorithm);
  return {
    table,
    take: (text: string, cost: number, now = start) => table.take(text, quota, now, cost),
    left: (text: string, now = start) => {
      const { numbers, at } = table.rowFor(text, quota, now);
      return algorithm.remaining(numbers, at + rowHead, now);
    },
    slots: () => table.segments.reduce((total, { slotCount }) => total + slotCount, 0),
  };
}

describe("a full table", () => {
  it("gives up, of rows that have used as much, the one that is fresh soonest", () => {
    for (let soonest = 0; soonest < 8; soonest++) {
      const { table, take, left } = openTable(8);
      // All have one whole unit less than the limit; the one that took first has most of it back.
      for (let i = 0; i < 8; i++) take(`key ${i}`, 1, i === soonest ? start : start + 0.9 * second);
      take("new", 1, start + 0.95 * second);
      expect(table.size).toBe(8);
      const kept = Array.from({ length: 8 }, (_, i) => i).filter((i) => left(`key ${i}`, start + 0.95 * second) === 9);
      expect(kept).toEqual([0, 1, 2, 3, 4, 5, 6, 7].filter((i) => i !== soonest));
    }
  });
});

describe("sweeping", () => {
  it("gives memory back that rows no longer need, and finds those that it moved for that", () => {
    const { table, take, left, slots } = openTable();
    for (let i = 0; i < 20_000; i++) take(`key ${i}`, i < 50 ? 5 : 1);
    const most = slots();
    for (let i = 0; i < 50; i++) {
      expect(left(`key ${i}`)).toBe(5);
      for (let looks = 0; looks < 8; looks++) table.sweep(4_096, start + 2 * second);
      expect(left(`key ${i}`)).toBe(5);
    }
    expect(table.size).toBe(50);
    expect(slots()).toBeLessThan(most / 2);
    expect(Array.from({ length: 50 }, (_, i) => left(`key ${i}`))).toEqual(Array.from({ length: 50 }, () => 5));
  });

  it("loses nothing that is taken from a row while its segment becomes smaller", () => {
    const { table, take } = openTable();
    const plenty = compilePolicy({ name: "x", algorithm: "token-bucket", capacity: 1e6, refillPerSecond: 1 });
    const quota = table.quota(plenty.algorithm);
    for (let i = 0; i < 2_000; i++) take(`key ${i}`, 1);
    table.take("busy", quota, start, 100);
    for (let looks = 0; looks < 20_000; looks++) {
      table.take("busy", quota, start, 1);
      table.sweep(1, start + 2 * second);
    }
    take("somebody else", 1);
    const { numbers, at } = table.rowFor("busy", quota, start);
    expect(plenty.algorithm.remaining(numbers, at + rowHead, start)).toBe(1e6 - 20_100);
  });

  it("comes to every table, also beside one that is larger than a run", () => {
    vi.useFakeTimers();
    const [large, small] = [openTable(), openTable()];
    for (let i = 0; i < 20_000; i++) large.take(`key ${i}`, 10);
    small.take("idle", 1);
    const sweeper = createSweeper([large.table, small.table], () => start + 2 * second);
    sweeper.start();
    vi.advanceTimersByTime(3 * 250);
    sweeper.stop();
    expect([large.table.size, small.table.size]).toEqual([20_000, 0]);
  });

  it("rests when nothing is left", () => {
    vi.useFakeTimers();
    const { table, take } = openTable();
    take("idle", 1);
    const sweeper = createSweeper([table], () => start + 2 * second);
    sweeper.start();
    vi.advanceTimersByTime(250);
    expect([table.size, vi.getTimerCount()]).toEqual([0, 0]);
  });
});
