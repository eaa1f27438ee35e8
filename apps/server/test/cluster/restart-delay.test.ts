import { expect, it } from "vitest";
import { createRestartDelay } from "../../src/cluster/restart-delay.ts";

it("waits longer from one death to the next, up to ten seconds", () => {
  const delay = createRestartDelay();
  const waits = Array.from({ length: 9 }, () => delay.next(10));
  expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
});

it("begins anew after a good time", () => {
  const delay = createRestartDelay();
  for (let death = 0; death < 5; death += 1) delay.next(10);
  expect(delay.next(60_000)).toBe(100);
});

it("gives up a worker that dies five times in a row before it is ready", () => {
  const delay = createRestartDelay();
  const waits = Array.from({ length: 5 }, () => delay.next(undefined));
  expect(waits).toEqual([100, 200, 400, 800, undefined]);
});
