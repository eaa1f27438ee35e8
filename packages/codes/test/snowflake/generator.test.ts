import { describe, expect, it } from "vitest";
import { createSnowflakeGenerator } from "../../src/snowflake/generator.ts";
import { splitSnowflake, timestampOriginAt, timestampsEndAt } from "../../src/snowflake/layout.ts";

const lease = { slot: 5, epoch: 17 };
const start = timestampOriginAt + 1_000_000;

function setUp() {
  const at = { now: start, isOver: false };
  const generator = createSnowflakeGenerator({ lease, isOver: () => at.isOver, now: () => at.now });
  const take = (): bigint => {
    const id = generator.next();
    if (id === undefined) throw new Error("The millisecond is spent.");
    return id;
  };
  return { at, generator, take };
}

describe("a snowflake generator", () => {
  it("puts the time, its lease and a number into each id", () => {
    const { take } = setUp();
    take();
    expect(splitSnowflake(take())).toEqual({ madeAt: start, ...lease, sequence: 1 });
  });

  it("makes 32 ids in a millisecond, and waits for the next one then", () => {
    const { at, generator, take } = setUp();
    const ids = Array.from({ length: 32 }, take);
    expect(generator.next()).toBeUndefined();
    expect(generator.next()).toBeUndefined();
    at.now += 1;
    ids.push(...Array.from({ length: 32 }, take));
    expect(new Set(ids).size).toBe(64);
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  it.each([1, 5_000, 3_600_000])(
    "refuses a clock that is %d ms behind, and goes on when it has caught up",
    (stepMs) => {
      const { at, generator, take } = setUp();
      const last = take();
      at.now -= stepMs;
      expect(() => generator.next()).toThrow(expect.objectContaining({ code: "CLOCK_BEHIND" }));
      expect(generator.behindMs()).toBe(stepMs);
      at.now += stepMs;
      expect(take()).toBe(last + 1n);
    },
  );

  it("goes on from the furthest time that it has seen after a step ahead", () => {
    const { at, generator, take } = setUp();
    take();
    at.now += 5_000;
    take();
    at.now -= 5_000;
    expect(() => generator.next()).toThrow(expect.objectContaining({ code: "CLOCK_BEHIND" }));
  });

  it("makes nothing from the end of its lease on", () => {
    const { at, generator, take } = setUp();
    take();
    at.isOver = true;
    expect(() => generator.next()).toThrow(expect.objectContaining({ code: "LEASE_OVER" }));
  });

  it("takes a time without a timestamp for no last one", () => {
    const { at, generator, take } = setUp();
    for (const now of [timestampsEndAt, timestampOriginAt - 1]) {
      at.now = now;
      expect(() => generator.next()).toThrow(expect.objectContaining({ code: "TIMESTAMP_RANGE" }));
    }
    at.now = start;
    expect(splitSnowflake(take()).madeAt).toBe(start);
  });

  it("makes whole milliseconds of a clock that tells finer ones", () => {
    const { at, take } = setUp();
    at.now = start + 0.75;
    expect(splitSnowflake(take()).madeAt).toBe(start);
  });
});
