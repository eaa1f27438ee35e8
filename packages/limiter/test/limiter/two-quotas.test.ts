import { expect, it } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import type { AlgorithmOptions } from "../../src/policy-options.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";

const second = { limit: 10, windowMs: 1_000 };
const minute = { limit: 5, windowMs: 60_000 };

/** Ten a second and five a minute, in the words of each algorithm. */
const quotas: readonly (readonly [AlgorithmOptions, AlgorithmOptions])[] = [
  [
    { algorithm: "fixed-window", ...second },
    { algorithm: "fixed-window", ...minute },
  ],
  [
    { algorithm: "sliding-window-log", ...second },
    { algorithm: "sliding-window-log", ...minute },
  ],
  [
    { algorithm: "sliding-window-counter", ...second },
    { algorithm: "sliding-window-counter", ...minute },
  ],
  [
    { algorithm: "token-bucket", capacity: 10, refillPerSecond: 10 },
    { algorithm: "token-bucket", capacity: 5, refill: 5, refillMs: 60_000 },
  ],
  [
    { algorithm: "gcra", burst: 10, refillPerSecond: 10 },
    { algorithm: "gcra", burst: 5, refill: 5, refillMs: 60_000 },
  ],
  [
    { algorithm: "leaky-bucket", capacity: 10, refillPerSecond: 10 },
    { algorithm: "leaky-bucket", capacity: 5, refill: 5, refillMs: 60_000 },
  ],
];

it.each(quotas)("of 100 at once, 10 a second and 5 a minute let 5 pass: %j", async (perSecond, perMinute) => {
  const { check, peek } = createLimiter({
    policies: [
      { name: "10/s", by: ["client"], ...perSecond },
      { name: "5/min", by: ["client"], ...perMinute },
    ],
    store: memoryStore({ clock: () => 1_800_000_000_000_000 }),
  });
  const decisions = await Promise.all(Array.from({ length: 100 }, () => check("ann")));
  expect(decisions.map(({ allowed }) => allowed)).toEqual(Array.from({ length: 100 }, (_, at) => at < 5));
  for (const { violated } of decisions.slice(5)) expect(violated).toEqual(["5/min"]);
  // Who is refused by one is not charged by the other.
  expect((await peek("ann")).policies.map(({ policy, remaining }) => [policy, remaining])).toEqual([
    ["10/s", 5],
    ["5/min", 0],
  ]);
});
