import { describe, expect, it } from "vitest";
import { createDoorkeeper } from "../../src/caches/doorkeeper.ts";

const keys = (count: number, prefix = "code") => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

function countNoted(doorkeeper: ReturnType<typeof createDoorkeeper>, asked: readonly string[]): number {
  return asked.filter((key) => doorkeeper.note(key)).length;
}

/** Whether `others` make a small doorkeeper forget `key`. */
function pushOut(key: string, others: readonly string[], seed: number): boolean {
  const doorkeeper = createDoorkeeper({ slots: 64, seed });
  countNoted(doorkeeper, [key, ...others]);
  return !doorkeeper.note(key);
}

describe("doorkeeper", () => {
  it("knows a key from the second time on", () => {
    const doorkeeper = createDoorkeeper({ slots: 1024, seed: 1 });
    expect([doorkeeper.note("a"), doorkeeper.note("a"), doorkeeper.note("a")]).toEqual([false, true, true]);
  });

  it("takes hardly any key for another one", () => {
    const doorkeeper = createDoorkeeper({ slots: 1024, seed: 1 });
    expect(countNoted(doorkeeper, keys(20_000))).toBeLessThan(3);
  });

  it("still knows most keys after as many others as half its slots", () => {
    const doorkeeper = createDoorkeeper({ slots: 1024, seed: 1 });
    countNoted(doorkeeper, keys(100));
    countNoted(doorkeeper, keys(512, "other"));
    // A slot stays untouched by 512 of 1,024 with a chance of e^-0.5 = 0.61.
    expect(countNoted(doorkeeper, keys(100))).toBeGreaterThan(45);
  });

  it.each([1000, 1024])("remembers at most 1,024 keys with %i slots, whatever it is asked", (slots) => {
    const doorkeeper = createDoorkeeper({ slots, seed: 1 });
    const asked = keys(20_000);
    countNoted(doorkeeper, asked);
    // In reverse, for the newest are those that are remembered.
    const known = countNoted(doorkeeper, asked.toReversed());
    expect(known).toBeGreaterThan(512);
    expect(known).toBeLessThanOrEqual(1024);
  });

  it("knows two keys that are asked for in turn, also where they share a place", () => {
    const doorkeeper = createDoorkeeper({ slots: 2, seed: 1 });
    expect(["a", "b", "a", "b"].map((key) => doorkeeper.note(key))).toEqual([false, false, true, true]);
    expect(["c", "a"].map((key) => doorkeeper.note(key))).toEqual([false, false]);
  });

  it("lets nobody choose keys that push out another one, for that depends on the seed", () => {
    const pairs = keys(100).flatMap((first, n, all) => all.slice(n + 1).map((second) => [first, second]));
    const chosen = pairs.filter((pair) => pushOut("mine", pair, 1));
    expect(chosen.length).toBeGreaterThan(0);
    for (const seed of [2, 3, 4, 5]) {
      expect(chosen.filter((pair) => pushOut("mine", pair, seed)).length).toBeLessThan(chosen.length / 2);
    }
  });
});
