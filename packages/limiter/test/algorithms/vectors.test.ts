import { describe, expect, it } from "vitest";
import { createKey, createRow, type Key } from "./key.ts";
import { demos, optionsOf, vectors, type Step, type Vector } from "./vectors.ts";

const ticksPerMs = 1_000;
/** A queue that delays is no meter: it belongs to outbound calls. */
const ours = vectors.filter(({ algorithm }) => algorithm !== "leaky_bucket_queue");

describe("the vectors", () => {
  it("are all asked, but for two of a queue", () => {
    const count = (name: string) => ours.filter(({ algorithm }) => algorithm === name).length;
    expect(vectors).toHaveLength(72);
    expect(ours).toHaveLength(70);
    expect({
      fixed: count("fixed_window"),
      log: count("sliding_log"),
      counter: count("sliding_counter"),
      token: count("token_bucket"),
      interval: count("token_bucket_interval"),
      gcra: count("gcra"),
      leaky: count("leaky_bucket"),
    }).toEqual({ fixed: 12, log: 13, counter: 12, token: 18, interval: 3, gcra: 7, leaky: 5 });
    expect(ours.every((vector) => optionsOf(vector) !== undefined && vector.sequence.length > 0)).toBe(true);
  });

  it.each(ours)("$id is answered as it says, in an array of its own", (vector) => {
    expect(follow(vector, keyFor(vector, createKey))).toBe(vector.sequence.length);
  });

  it.each(ours)("$id is answered as it says, in a row of a slab", (vector) => {
    expect(follow(vector, keyFor(vector, createRow))).toBe(vector.sequence.length);
  });
});

describe("the demonstrations", () => {
  it.each(demos.filter(({ calls_at_once }) => calls_at_once > 0))("$id lets through what it says", (demo) => {
    const key = keyFor(demo, createKey);
    expect(demo.expect_allowed.map(() => key.take(0, 1) === 0)).toEqual(demo.expect_allowed);
  });

  it("demo-sliding-counter estimates 76 of 100", () => {
    const key = createKey({ algorithm: "sliding-window-counter", limit: 100, windowMs: 60_000 });
    key.take(1_000 * ticksPerMs, 80);
    key.take(78_000 * ticksPerMs, 20);
    expect(key.remaining(78_000 * ticksPerMs)).toBe(24);
  });

  it("demo-boundary lets twice the limit through within two seconds", () => {
    const key = createKey({ algorithm: "fixed-window", limit: 100, windowMs: 60_000 });
    expect([key.take(59_000 * ticksPerMs, 100), key.take(60_999 * ticksPerMs, 100)]).toEqual([0, 0]);
  });

  it("are four", () => {
    expect(demos.map(({ id }) => id)).toEqual([
      "demo-token-bucket",
      "demo-fixed-window",
      "demo-sliding-counter",
      "demo-boundary",
    ]);
  });
});

function keyFor(vector: Pick<Vector, "algorithm" | "params">, create: typeof createKey): Key {
  const options = optionsOf(vector);
  if (options === undefined) throw new Error(`${vector.algorithm} is not ours`);
  const key = create(options);
  expect(key.algorithm.microsPerTick).toBe(1);
  const { initial } = vector.params;
  if (initial !== undefined) key.penalize(0, key.algorithm.limit - initial);
  return key;
}

/** @returns The number of steps asked. */
function follow(vector: Vector, key: Key): number {
  let asked = 0;
  const tolerance = vector.features.includes("fractional_interval") ? 1 : 0;
  for (const [i, step] of vector.sequence.entries()) {
    const now = step.t_ms * ticksPerMs;
    const what = `step ${i} at ${step.t_ms} ms, cost ${step.cost}`;
    answer(key, step, { now, tolerance, what });
    expect(key.remaining(now), what).toBe(step.expect_remaining);
    const life = Math.ceil(key.life(now) / ticksPerMs);
    if (step.full_after_ms !== undefined) near(life, step.full_after_ms, { tolerance, what });
    // A window's end is told of keys that have taken something.
    if (step.window_reset_ms !== undefined && life > 0) expect(life, what).toBe(step.window_reset_ms);
    asked++;
  }
  return asked;
}

type Asking = { readonly now: number; readonly tolerance: number; readonly what: string };

function answer(key: Key, step: Step, asking: Asking): void {
  const { now, what } = asking;
  if (step.cost === 0) {
    expect(step.expect_allowed, what).toBe(true);
    expect(key.wait(now, 1) === 0, what).toBe(step.expect_remaining >= 1);
  } else if (step.retry_after_ms === null) {
    expect(step.cost, what).toBeGreaterThan(key.algorithm.limit);
  } else {
    const foretold = key.wait(now, step.cost);
    const wait = key.take(now, step.cost);
    expect(wait, what).toBe(foretold);
    expect(wait === 0, what).toBe(step.expect_allowed);
    near(Math.ceil(wait / ticksPerMs), step.retry_after_ms, asking);
  }
}

function near(value: number, expected: number, { tolerance, what }: Omit<Asking, "now">): void {
  expect(Math.abs(value - expected), `${what}: ${value} instead of ${expected} ms`).toBeLessThanOrEqual(tolerance);
}
