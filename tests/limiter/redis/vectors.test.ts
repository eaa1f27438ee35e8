import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compilePolicy, type AlgorithmOptions, type Policy, type Store } from "@narrows/limiter";
import { redisStoreForTest } from "@narrows/limiter/testing/redis";
import { describe, expect, it } from "vitest";
import { rootPath } from "../../program/narrows-path.ts";
import { nextPrefix } from "./redis-clients.ts";
import { useRedis } from "./use-redis.ts";

type Step = {
  readonly t_ms: number;
  /** 0 looks without taking. */
  readonly cost: number;
  readonly expect_allowed: boolean;
  readonly expect_remaining: number;
  /** Null: never. */
  readonly retry_after_ms: number | null;
};

type Vector = {
  readonly id: string;
  readonly algorithm: string;
  readonly params: Readonly<Record<string, number>>;
  readonly features: readonly string[];
  readonly sequence: readonly Step[];
};

type ClockCase = Readonly<Record<"stored_last_ms" | "now_ms" | "refill_ms", number>> & { readonly case: string };

const { vectors } = readFixture("ratelimit.json") as { readonly vectors: readonly Vector[] };
const clock = readFixture("clock.json") as {
  readonly capacity: number;
  readonly refill_per_second: number;
  readonly cases: readonly ClockCase[];
  readonly sequence: {
    readonly steps: readonly { readonly now_ms: number; readonly calls?: number; readonly allowed_calls?: number }[];
  };
};

/** A queue that delays is no meter. */
const ours = vectors.filter(({ algorithm }) => algorithm !== "leaky_bucket_queue");

describe("on a real Redis", () => {
  const own = useRedis();
  let nowMicros = 0;

  const open = () =>
    redisStoreForTest(own.client, { onFailure: "closed", prefix: nextPrefix(), deadlineMs: 5_000 }, () => nowMicros);
  const ask = async (store: Store, policy: Policy, cost: number) => {
    const charges = [{ policy, key: ["a"], cost: Math.max(cost, 1) }];
    const { verdicts } = cost === 0 ? await store.peek(charges) : await store.charge(charges);
    return verdicts[0];
  };

  it("there are 70 vectors", () => expect(ours).toHaveLength(70));

  it.each(ours)("vector $id is answered as it says", async ({ algorithm, params, features, sequence }) => {
    const policy = compilePolicy({ name: "v", by: ["client"], ...optionsOf(algorithm, params) });
    const tolerance = features.includes("fractional_interval") ? 1 : 0;
    const store = open();
    const { limit } = policy.algorithm;
    nowMicros = 0;
    const used = limit - (params["initial"] ?? limit);
    if (used > 0) await store.penalize([{ policy, key: ["a"], cost: used }]);
    for (const [i, step] of sequence.entries()) {
      nowMicros = step.t_ms * 1_000;
      const isPossible = step.cost <= limit;
      const verdict = await ask(store, policy, isPossible ? step.cost : 0);
      expect(verdict?.remaining, `step ${i}`).toBe(step.expect_remaining);
      if (step.cost === 0 || !isPossible || step.retry_after_ms === null) continue;
      expect(verdict?.allowed, `step ${i}`).toBe(step.expect_allowed);
      const difference = Math.abs((verdict?.retryAfterMs ?? 0) - step.retry_after_ms);
      expect(difference, `step ${i}`).toBeLessThanOrEqual(tolerance);
    }
  });

  const bucket = compilePolicy({
    name: "bucket",
    by: ["client"],
    algorithm: "token-bucket",
    capacity: clock.capacity,
    refillPerSecond: clock.refill_per_second,
  });

  it.each(clock.cases)("a clock that steps back refills what it should: $case", async (row) => {
    const store = open();
    nowMicros = row.stored_last_ms * 1_000;
    await store.penalize([{ policy: bucket, key: ["a"], cost: clock.capacity }]);
    nowMicros = row.now_ms * 1_000;
    const expected = Math.min(clock.capacity, Math.floor((row.refill_ms * clock.refill_per_second) / 1_000));
    expect((await ask(store, bucket, 0))?.remaining).toBe(expected);
    for (let left = expected; left > 0; left -= 1) expect((await ask(store, bucket, 1))?.allowed).toBe(true);
    expect((await ask(store, bucket, 1))?.allowed).toBe(false);
  });

  it("a clock that steps back keeps the newest time, though it refuses", async () => {
    const store = open();
    nowMicros = 10_000_000;
    await store.penalize([{ policy: bucket, key: ["a"], cost: clock.capacity }]);
    for (const { now_ms, calls = 1, allowed_calls = 0 } of clock.sequence.steps) {
      nowMicros = now_ms * 1_000;
      let passed = 0;
      for (let call = 0; call < calls; call += 1) if ((await ask(store, bucket, 1))?.allowed === true) passed += 1;
      expect(passed, `${now_ms} ms`).toBe(allowed_calls);
    }
  });
});

function readFixture(file: string): unknown {
  return JSON.parse(readFileSync(join(rootPath, "packages/limiter/test/fixtures", file), "utf8"));
}

function optionsOf(algorithm: string, params: Vector["params"]): AlgorithmOptions {
  const number = (name: string) => params[name] ?? Number.NaN;
  const rate = { refill: number("rate_tokens"), refillMs: number("rate_ms") };
  const window = { limit: number("limit"), windowMs: number("window_ms") };
  switch (algorithm) {
    case "fixed_window":
      return { algorithm: "fixed-window", ...window };
    case "sliding_log":
      return { algorithm: "sliding-window-log", ...window };
    case "sliding_counter":
      return { algorithm: "sliding-window-counter", ...window };
    case "token_bucket":
      return { algorithm: "token-bucket", capacity: number("capacity"), ...rate };
    case "token_bucket_interval": {
      const interval = { refill: number("refill_tokens"), refillMs: number("refill_interval_ms") };
      return { algorithm: "token-bucket", refillMode: "interval", capacity: number("capacity"), ...interval };
    }
    case "gcra":
      return { algorithm: "gcra", burst: number("burst"), ...rate };
    case "leaky_bucket":
      return { algorithm: "leaky-bucket", capacity: number("capacity"), ...rate };
    default:
      throw new Error(`${algorithm} is not ours`);
  }
}
