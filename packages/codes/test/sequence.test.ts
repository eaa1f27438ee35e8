import { describe, expect, it } from "vitest";
import { sequence } from "../src/strategies/sequence.ts";

const request = { destination: "https://example.com/", attempt: 0 };

describe("sequence", () => {
  it("writes the store's numbers in base 62", async () => {
    const numbers = [1n, 61n, 62n, 1_923n, 9_223_372_036_854_775_807n];
    const strategy = sequence({ nextNumber: () => Promise.resolve(numbers.shift() ?? 0n) });
    const codes = [];
    for (let index = 0; index < 5; index += 1) codes.push(await strategy.next(request));
    expect(codes).toEqual(["1", "Z", "10", "v1", "aZl8N0y58M7"]);
  });

  it("passes on that the store cannot answer", async () => {
    const failure = new Error("the store is locked");
    const strategy = sequence({ nextNumber: () => Promise.reject(failure) });
    await expect(strategy.next(request)).rejects.toBe(failure);
  });
});
