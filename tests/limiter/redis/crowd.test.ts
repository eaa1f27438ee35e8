import { compilePolicy, type Charge, type Policy, type Store, type Verdicts } from "@narrows/limiter";
import { referenceStore } from "@narrows/limiter/testing";
import { redisStoreForTest } from "@narrows/limiter/testing/redis";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../program/random.ts";
import { nextPrefix } from "./redis-clients.ts";
import { useRedis } from "./use-redis.ts";

const rate = { refill: 5, refillMs: 1_000 };
const quotas = [
  { algorithm: "fixed-window", limit: 5, windowMs: 1_000 },
  { algorithm: "fixed-window", limit: 5, windowMs: 1_000, alignment: "first-request" },
  { algorithm: "sliding-window-log", limit: 5, windowMs: 1_000 },
  { algorithm: "sliding-window-counter", limit: 5, windowMs: 1_000 },
  { algorithm: "sliding-window-counter", limit: 5, windowMs: 1_000, buckets: 4 },
  { algorithm: "token-bucket", capacity: 5, ...rate },
  { algorithm: "token-bucket", capacity: 5, ...rate, refillMode: "interval" },
  { algorithm: "token-bucket", capacity: 7, refill: 3, refillMs: 1_000 },
  { algorithm: "gcra", burst: 5, ...rate },
  { algorithm: "gcra", burst: 7, refill: 3, refillMs: 1_000 },
  { algorithm: "leaky-bucket", capacity: 5, ...rate },
  { algorithm: "sliding-window-counter", limit: 0, windowMs: 1_000 },
] as const;

describe("what many ask in one turn of the event loop", () => {
  const own = useRedis();
  let nowMicros = 0;

  const open = () => {
    const options = { onFailure: "closed", prefix: nextPrefix(), deadlineMs: 5_000 } as const;
    return [redisStoreForTest(own.client, options, () => nowMicros), referenceStore(() => nowMicros)] as const;
  };
  const policies: readonly Policy[] = quotas.map((quota, i) =>
    compilePolicy({ name: `p${i}`, by: ["client"], ...quota }),
  );

  it.each(policies.map((policy, i) => [quotas[i]?.algorithm, policy] as const))(
    "is answered key by key as one after the other: %s",
    async (_, policy) => {
      const [redis, reference] = open();
      const random = createRandom(policy.name.length);
      nowMicros = 1_784_567_890_123_456;
      for (let turn = 0; turn < 40; turn += 1) {
        nowMicros += random.pick([0, 1, 777, 100_000, 450_000, 3_000_000]);
        const keys = Array.from({ length: 60 }, (__, i) => i).filter(() => random.below(3) > 0);
        const cost = 1 + random.below(2);
        const asked = keys.map((key) => [{ policy, key: [`k${key}`], cost }]);
        expect(await allAtOnce(redis, asked), `turn ${turn}`).toEqual(await oneByOne(reference, asked));
      }
    },
  );

  it("is answered in the order of arrival, whatever is asked of which counters", async () => {
    const [redis, reference] = open();
    const random = createRandom(7);
    nowMicros = 1_784_567_890_123_456;
    for (let turn = 0; turn < 100; turn += 1) {
      nowMicros += random.pick([0, 1, 50_000, 700_000]);
      const asked = Array.from({ length: 40 }, () =>
        Array.from({ length: 1 + random.below(3) }, (__, i) => {
          const policy = random.pick(policies.slice(4 * i, 4 * i + 4));
          return { policy, key: [`k${random.below(3)}`], cost: 1 + random.below(2) };
        }),
      );
      expect(await allAtOnce(redis, asked), `turn ${turn}`).toEqual(await oneByOne(reference, asked));
    }
  });

  it("is counted to the last grain when it comes at the very tick at which a gcra is due", async () => {
    const [redis, reference] = open();
    // A unit comes back in 8,571,428 and 4/7 microseconds.
    const rest = { refill: 7, refillMs: 60_000 };
    const policy = compilePolicy({ name: "sevenths", by: ["client"], algorithm: "gcra", burst: 7, ...rest });
    nowMicros = 1_784_567_890_123_456;
    const passed: unknown[] = [];
    for (const [pauseMicros, cost] of [
      [0, 1],
      [8_571_428, 1],
      [8_571_429, 7],
      [1, 7],
    ] as const) {
      nowMicros += pauseMicros;
      const charges = [{ policy, key: ["a"], cost }];
      const answer = await redis.charge(charges);
      expect(answer).toEqual(await reference.charge(charges));
      passed.push(answer.verdicts[0]?.allowed);
    }
    expect(passed).toEqual([true, true, false, true]);
  });

  it("is admitted in part where it is the same, in the order of arrival", async () => {
    const [redis] = open();
    const policy = compilePolicy({
      name: "same",
      by: ["client"],
      algorithm: "fixed-window",
      limit: 7,
      windowMs: 1_000,
    });
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => redis.charge([{ policy, key: ["a"], cost: 1 }])),
    );
    const verdicts = answers.map(({ verdicts: [verdict] }) => verdict);
    expect(verdicts.slice(0, 7).map((verdict) => verdict?.remaining)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(verdicts.filter((verdict) => verdict?.allowed === true)).toHaveLength(7);
    expect(verdicts.slice(7).every((verdict) => verdict?.allowed === false)).toBe(true);
  });
});

type Asked = readonly (readonly Charge[])[];

function allAtOnce(store: Store, asked: Asked): Promise<readonly Verdicts[]> {
  return Promise.all(asked.map((charges) => store.charge(charges)));
}

async function oneByOne(store: Store, asked: Asked): Promise<readonly Verdicts[]> {
  const answers: Verdicts[] = [];
  for (const charges of asked) answers.push(await store.charge(charges));
  return answers;
}
