import { expect, test } from "vitest";
import { once } from "../src/index.ts";

test("what is loaded is loaded once, also for those who ask meanwhile", async () => {
  let loads = 0;
  const load = once(async () => (loads += 1));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

test("a load that failed is tried again", async () => {
  let loads = 0;
  const load = once(async () => {
    loads += 1;
    if (loads === 1) throw new Error("EMFILE");
    return "loaded";
  });
  await expect(load()).rejects.toThrow("EMFILE");
  expect(await load()).toBe("loaded");
});
