import { describe, expect, it } from "vitest";
import { endOfLog, type PartitionState } from "../../src/click-store.ts";
import { oldestAsOf } from "../../src/writer/oldest-as-of.ts";
import { nowAt, openWriter, until } from "./open-writer.ts";

const state = (fields: Partial<PartitionState>): PartitionState => ({
  partition: "p",
  at: 10,
  completeAt: undefined,
  seenAt: undefined,
  ...fields,
});

describe("up to when the partition is counted that is furthest behind", () => {
  it.each([
    ["of none", [], undefined],
    ["the least of several", [state({ completeAt: 7_000 }), state({ completeAt: 5_000 })], 5_000],
    ["not one that has ended or was given up", [state({ completeAt: endOfLog }), state({ completeAt: 7_000 })], 7_000],
    ["of none that is waited for", [state({ completeAt: endOfLog, seenAt: 7_000 })], undefined],
    ["of one that was never read to its end when it was heard of", [state({ seenAt: 6_000 })], 6_000],
    ["of one that was read to its end not when it was heard of", [state({ completeAt: 5_000, seenAt: 6_000 })], 5_000],
    ["of one of which nothing is known", [state({}), state({ completeAt: 5_000 })], 0],
  ])("is %s", (_, partitions, expected) => {
    expect(oldestAsOf(partitions)).toBe(expected);
  });

  it("is told by a writer, also of a log that it does not read", async () => {
    const { store, writer } = openWriter();
    await store.complete("lost", nowAt - 3_600_000);
    await store.complete("given up", endOfLog);
    expect(writer.stats().oldestAsOf).toBeUndefined();
    writer.start();
    await until(() => writer.stats().oldestAsOf === nowAt - 3_600_000);
  });

  it("stays what it was while the store does not answer", async () => {
    let asked = 0;
    const partitions = async () => {
      asked += 1;
      if (asked > 1) throw new Error("away");
      return [state({ completeAt: 5_000 })];
    };
    const { writer } = openWriter({ asOfMs: 1, wrapStore: (real) => ({ ...real, partitions }) });
    writer.start();
    await until(() => asked > 2);
    expect(writer.stats().oldestAsOf).toBe(5_000);
  });
});
