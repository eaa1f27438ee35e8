import { describe, expect, it } from "vitest";
import { slicesOf } from "../../../src/logs/kafka/slices.ts";
import { sampleClick, sampleClicks } from "../../../src/testing/sample-click.ts";

describe("requests to Kafka", () => {
  it("have no more bytes than they may, all clicks, in order", () => {
    const clicks = sampleClicks(100);
    const slices = [...slicesOf(clicks, "clicks", 2_000)];
    const sizes = slices.map((slice) => slice.reduce((sum, { value }) => sum + (value?.length ?? 0), 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
    expect(slices.length).toBeGreaterThan(10);
    const ids = slices.flat().map(({ value }) => (JSON.parse(String(value)) as { id: string }).id);
    expect(ids).toEqual(clicks.map(({ id }) => id));
  });

  it("have one click where that is more than they may", () => {
    expect([...slicesOf(sampleClicks(3), "clicks", 10)].map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it("are none for no clicks", () => {
    expect([...slicesOf([], "clicks", 10)]).toEqual([]);
  });

  it("keep a link to one key", () => {
    const [slice = []] = slicesOf([sampleClick(0, { domain: "go.example", code: "a" })], "clicks", 10_000);
    expect(slice.map(({ key }) => String(key))).toEqual(["go.example/a"]);
  });
});
