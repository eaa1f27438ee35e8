import type { RecordsBatch } from "@platformatic/kafka";
import { describe, expect, it } from "vitest";
import { chunkOf } from "../../../src/logs/kafka/chunk.ts";

function batch(firstOffset: number, values: readonly string[], attributes = 0): RecordsBatch {
  return {
    firstOffset: BigInt(firstOffset),
    length: 0,
    partitionLeaderEpoch: 0,
    magic: 2,
    crc: 0,
    attributes,
    lastOffsetDelta: values.length - 1,
    firstTimestamp: 1_000n,
    maxTimestamp: 2_000n,
    producerId: 1n,
    producerEpoch: 0,
    firstSequence: 0,
    records: values.map((value, offsetDelta) => ({
      length: 0,
      attributes: 0,
      timestampDelta: BigInt(offsetDelta),
      offsetDelta,
      key: null,
      value: Buffer.from(value),
      headers: [],
    })),
  };
}

describe("what a fetch gave of a partition", () => {
  it("begins at the offset that was asked for, in the middle of a batch", () => {
    const { from, to, records } = chunkOf(11, [batch(10, ["a", "b", "c"]), batch(13, ["d"])]);
    expect([from, to]).toEqual([11, 14]);
    expect(records.map(({ offset, value }) => [offset, value])).toEqual([
      [11, "b"],
      [12, "c"],
      [13, "d"],
    ]);
  });

  it("passes over what brokers write for themselves", () => {
    expect(chunkOf(5, [batch(5, ["marker"], 0x20)])).toEqual({ from: 5, to: 6, records: [] });
  });

  it("has the time of the broker where the topic is set so, else that of the producer", () => {
    expect(chunkOf(0, [batch(0, ["a", "b"], 0x08)]).records.map(({ at }) => at)).toEqual([2_000, 2_000]);
    expect(chunkOf(0, [batch(0, ["a", "b"])]).records.map(({ at }) => at)).toEqual([1_000, 1_001]);
  });

  it("is empty where nothing stands yet", () => {
    expect(chunkOf(7, [])).toEqual({ from: 7, to: 7, records: [] });
  });
});
