import { describe, expect, it } from "vitest";
import { createRandomPool } from "../src/random-pool.ts";

describe("createRandomPool", () => {
  it("never gives the same bytes twice, across refills as well", () => {
    const random = createRandomPool();
    const drawn = Array.from({ length: 5_000 }, () => Buffer.from(random(16)).toString("hex"));
    expect(new Set(drawn).size).toBe(5_000);
    expect(drawn.every((text) => text.length === 32)).toBe(true);
  });

  it("does not change what it has given out", () => {
    const random = createRandomPool();
    const first = random(16);
    const copy = [...first];
    for (let n = 0; n < 1_000; n += 1) random(16);
    expect([...first]).toEqual(copy);
  });

  it("gives any number of bytes", () => {
    const random = createRandomPool();
    for (const size of [1, 4_095, 4_096, 4_097, 10_000]) expect(random(size)).toHaveLength(size);
    expect(new Set(random(10_000)).size).toBe(256);
  });
});
