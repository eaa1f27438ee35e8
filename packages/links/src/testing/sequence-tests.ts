import { expect, it } from "vitest";
import type { StoresUnderTest } from "./use-stores.ts";

/** The numbers of the `sequence` strategy. */
export function sequenceTests(stores: StoresUnderTest): void {
  it("counts from 1, one after the other", async () => {
    const numbers = [];
    for (let index = 0; index < 5; index += 1) numbers.push(await stores.first.links.nextNumber());
    expect(numbers).toEqual([1n, 2n, 3n, 4n, 5n]);
  });

  it("never gives a number twice, however many ask through however many connections", async () => {
    const numbers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => (index % 2 === 0 ? stores.first : stores.second).links.nextNumber()),
    );
    expect(new Set(numbers).size).toBe(500);
    expect(numbers.every((number) => number > 0n)).toBe(true);
  });
}
