import { describe, expect, it } from "vitest";
import { exactVisitors, VisitorSketch } from "../../src/rollup/index.ts";
import { randomVisitor, seededRandom, type Random } from "../../src/testing/index.ts";

/** Three standard errors of 4,096 registers. */
const greatestError = 0.05;

describe("a sketch of visitors", () => {
  it.each([0, 1, 2, 100, exactVisitors])("tells %i visitors apart exactly", (count) => {
    const visitors = visitorsOf(seededRandom(1), count);
    expect(sketchOf([...visitors, ...visitors]).estimate()).toBe(count);
  });

  it.each([257, 300, 1_000, 4_096, 10_000, 20_000, 100_000, 1_000_000])("stays within 5 %% of %i visitors", (count) => {
    const sketch = new VisitorSketch();
    const random = seededRandom(count);
    for (let visitor = 0; visitor < count; visitor += 1) sketch.add(randomVisitor(random));
    expect(Math.abs(sketch.estimate() - count) / count).toBeLessThan(greatestError);
  });

  it("is neither too high nor too low on the whole", () => {
    const errors = Array.from({ length: 60 }, (_, seed) => {
      const count = 300 + seed * 150;
      return (sketchOf(visitorsOf(seededRandom(seed + 1), count)).estimate() - count) / count;
    });
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    const meanSquare = errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length;
    // The standard error of one is 1.63 %, that of the mean of 60 is 0.21 %.
    expect(Math.abs(mean)).toBeLessThan(0.007);
    expect(Math.sqrt(meanSquare)).toBeLessThan(0.022);
  });

  it.each([0, 1, 255, 256, 257, 5_000, 200_000])("takes at most 4 KiB, of %i visitors", (count) => {
    expect(sketchOf(visitorsOf(seededRandom(3), count)).pack().length).toBeLessThanOrEqual(4_096);
  });

  it("depends on who was there, not on the order and not on the parts", () => {
    const random = seededRandom(4);
    for (const count of [10, 250, 256, 257, 400, 3_000]) {
      const visitors = visitorsOf(random, count);
      const whole = sketchOf(visitors).estimate();
      expect(sketchOf(visitors.toReversed()).estimate()).toBe(whole);
      for (const cut of [0, 1, Math.floor(count / 2), count - 1, count]) {
        // The parts have some visitors in common.
        const parts = [visitors.slice(cut), visitors.slice(0, cut + 5)].map(sketchOf);
        expect(merged(parts)).toBe(whole);
        expect(merged(parts.toReversed())).toBe(whole);
      }
    }
  });

  it("is the same after it was packed", () => {
    for (const count of [0, 1, 256, 257, 9_000]) {
      const sketch = sketchOf(visitorsOf(seededRandom(6), count));
      expect(unpacked(sketch.pack()).estimate()).toBe(sketch.estimate());
      expect(unpacked(unpacked(sketch.pack()).pack()).estimate()).toBe(sketch.estimate());
    }
  });

  it("can be joined by visitors behind its first byte", () => {
    const visitors = visitorsOf(seededRandom(7), 700);
    for (const cut of [1, 200, 256, 600]) {
      const [first, second] = [sketchOf(visitors.slice(0, cut)), sketchOf(visitors.slice(cut, cut + 100))];
      const joined = Buffer.concat([first.pack(), second.pack().subarray(1)]);
      expect(unpacked(joined).estimate()).toBe(sketchOf(visitors.slice(0, cut + 100)).estimate());
    }
  });

  it("refuses bytes that are damaged", () => {
    const packed = sketchOf(visitorsOf(seededRandom(8), 300)).pack();
    for (const bytes of [packed.subarray(0, 99), Uint8Array.of(9), Uint8Array.of(1, 2, 3)]) {
      expect(() => unpacked(bytes)).toThrow(expect.objectContaining({ code: "STORE_UNAVAILABLE" }));
    }
  });
});

function visitorsOf(random: Random, count: number): readonly string[] {
  return Array.from({ length: count }, () => randomVisitor(random));
}

function sketchOf(visitors: readonly string[]): VisitorSketch {
  const sketch = new VisitorSketch();
  for (const visitor of visitors) sketch.add(visitor);
  return sketch;
}

function merged(parts: readonly VisitorSketch[]): number {
  const [inMemory, fromBytes] = [new VisitorSketch(), new VisitorSketch()];
  for (const part of parts) {
    inMemory.merge(part);
    fromBytes.mergePacked(part.pack());
  }
  expect(fromBytes.estimate()).toBe(inMemory.estimate());
  return inMemory.estimate();
}

function unpacked(bytes: Uint8Array): VisitorSketch {
  const sketch = new VisitorSketch();
  sketch.mergePacked(bytes);
  return sketch;
}
