import { compilePolicy, StoreFailure, type Policy, type Store } from "@narrows/limiter";
import { redisStore } from "@narrows/limiter/redis";
import { redisStoreForTest } from "@narrows/limiter/testing/redis";
import { beforeEach, describe, expect, it } from "vitest";
import { useRedis } from "./use-redis.ts";

const policies: readonly Policy[] = [
  compilePolicy({ name: "token", by: ["client"], algorithm: "token-bucket", capacity: 5, refillPerSecond: 1 }),
  compilePolicy({ name: "window", by: ["client"], algorithm: "fixed-window", limit: 5, windowMs: 86_400_000 }),
  compilePolicy({ name: "counter", by: ["client"], algorithm: "sliding-window-counter", limit: 5, windowMs: 60_000 }),
  compilePolicy({ name: "log", by: ["client"], algorithm: "sliding-window-log", limit: 5, windowMs: 10_000 }),
  compilePolicy({ name: "gcra", by: ["client"], algorithm: "gcra", burst: 5, refillPerSecond: 1 }),
];
const [policy, window] = policies as [Policy, Policy];
/** The same, but for those that forget within seconds, which a busy machine may take to look at them. */
const lasting: readonly Policy[] = [
  compilePolicy({ name: "token", by: ["client"], algorithm: "token-bucket", capacity: 5, refill: 1, refillMs: 60_000 }),
  ...policies.slice(1, 3),
  compilePolicy({ name: "log", by: ["client"], algorithm: "sliding-window-log", limit: 5, windowMs: 60_000 }),
  compilePolicy({ name: "gcra", by: ["client"], algorithm: "gcra", burst: 5, refill: 1, refillMs: 60_000 }),
];
const options = { onFailure: "closed", deadlineMs: 5_000 } as const;

const now = Date.now() * 1_000;
const soon = now + 1_000_000;

/** Values of a form that is known, with numbers that no counter can have: what, head, and numbers. */
const unreadable: readonly (readonly [string, string, ...number[]])[] = [
  ["a level that is no number", "1t1,5,1000000,1;", soon, 0, Number.NaN, now],
  ["a time that is no number", "1t1,5,1000000,1;", soon, 0, 1_000_000, Number.NaN],
  ["a life that is no number", "1t1,5,1000000,1;", Number.NaN, 0, 1_000_000, now],
  ["a block that is no number", "1t1,5,1000000,1;", soon, Number.NaN, 1_000_000, now],
  ["a level below nothing", "1t1,5,1000000,1;", soon, 0, -1, now],
  ["a time before 1970", "1t1,5,1000000,1;", soon, 0, 1_000_000, -1],
  ["a level in fractions", "1t1,5,1000000,1;", soon, 0, 0.5, now],
  ["an endless level", "1t1,5,1000000,1;", soon, 0, Infinity, now],
  ["an endless time", "1t1,5,1000000,1;", soon, 0, 1_000_000, Infinity],
  ["a level that is too large", "1t1,5,1000000,1;", soon, 0, 2 ** 53, now],
  ["a time that is too late", "1t1,5,1000000,1;", soon, 0, 1_000_000, 2 ** 53],
  ["a life that is too long", "1t1,5,1000000,1;", 1e300, 0, 1_000_000, now],
  ["a block that is too long", "1t1,5,1000000,1;", soon, 1e300, 1_000_000, now],
  ["an end that is too late", "1t1,5,1000000,1;", soon, 0, 2 ** 53 - 1, 2 ** 53 - 1],
  ["a tick of no length", "1t0,5,1000000,1;", soon, 0, 1_000_000, now],
  ["a period of no length", "1t1,5,0,1;", soon, 0, 1_000_000, now],
  ["no refill", "1t1,5,1000000,0;", soon, 0, 1_000_000, now],
  ["too large a limit", "1t1,99999999999999999999,1000000,1;", soon, 0, 1_000_000, now],
  ["too large a product", "1t1,9007199254740991,1000000,1;", soon, 0, 1_000_000, now],
  ["a parameter too much", "1t1,5,1000000,1,1;", soon, 0, 1_000_000, now],
  ["a parameter too few", "1l1,5;", soon, 0, now, 1, now, 1],
  ["a window that is no number", "1f1,5,86400000000,0;", soon, 0, 1, Number.NaN],
  ["a window of no length", "1f1,5,0,0;", soon, 0, 1, soon],
  ["a count below nothing", "1c1,5,60000000,1;", soon, 0, now, -1, 0],
  ["inner counts above their sum", "1c1,5,60000000,3;", soon, 0, now, 5, 0, 9, 9],
  ["a bucket of no length", "1c1,5,0,1;", soon, 0, now, 1, 0],
  ["a due time that is no number", "1g1,5,1000000,1;", soon, 0, Number.NaN],
  ["a due time that is too late", "1g1,5,1000000,1;", soon, 0, 2 ** 60],
  ["a moment that is no number", "1l1,5,10000000;", soon, 0, now, 1, Number.NaN, 1],
  ["a log that was cut", "1l1,5,10000000;", soon, 0, now, 1, now],
  ["a log without its head", "1l1,5,10000000;", soon, 0],
  ["a log of more than its sum", "1l1,5,10000000;", soon, 0, now, 1, 1, 4],
];

function valueOf(head: string, ...numbers: readonly number[]): Buffer {
  const body = Buffer.alloc(8 * numbers.length);
  for (const [i, number] of numbers.entries()) body.writeDoubleLE(number, 8 * i);
  return Buffer.concat([Buffer.from(head), body]);
}

/** Enough to be decided as a crowd, whose keys keep their times to live. */
const crowd = Array.from({ length: 20 }, (_, i) => `k${i}`);

describe("what Redis keeps", () => {
  const own = useRedis();
  let store: Store;

  beforeEach(async () => {
    await own.client.flushall();
    store = redisStore(own.client, options);
  });

  const take = async (from: Store, of: Policy, key: string, cost = 1) =>
    (await from.charge([{ policy: of, key: [key], cost }])).verdicts[0];
  const takeAll = (from: Store, of: Policy) => Promise.all(crowd.map((key) => take(from, of, key)));
  const keyOf = (name: string, key: string) =>
    `ratelimit:{${Buffer.from(key).toString("base64url")}:djE}:bucket:${name}`;

  it.each(lasting)("lives no shorter than it counts: $name", async (each) => {
    const lifeOf = async (key: string) => {
      const { verdicts, atMicros } = await store.charge([{ policy: each, key: [key], cost: 1 }]);
      return [key, atMicros / 1_000 + (verdicts[0]?.resetAfterMs ?? 0)] as const;
    };
    for (let turn = 0; turn < 8; turn += 1) {
      const asked = [await lifeOf("alone"), ...(await Promise.all(crowd.map(lifeOf)))];
      for (const [key, freshAtMs] of asked) {
        const expiresAtMs = await own.client.pexpiretime(keyOf(each.name, key));
        // What is told is rounded up, and a crowd's keys have five seconds to spare.
        expect(expiresAtMs).toBeGreaterThan(freshAtMs - 1);
        expect(expiresAtMs).toBeLessThan(freshAtMs + 6_000);
      }
    }
  });

  const grow = { refill: 1, refillMs: 60_000 };
  const growing: readonly Policy[] = [
    compilePolicy({ name: "bucket", by: ["client"], algorithm: "token-bucket", capacity: 100, ...grow }),
    compilePolicy({
      name: "interval",
      by: ["client"],
      algorithm: "token-bucket",
      capacity: 100,
      ...grow,
      refillMode: "interval",
    }),
    compilePolicy({ name: "leaky", by: ["client"], algorithm: "leaky-bucket", capacity: 100, ...grow }),
    compilePolicy({ name: "cell", by: ["client"], algorithm: "gcra", burst: 100, ...grow }),
    compilePolicy({ name: "thirds", by: ["client"], algorithm: "gcra", burst: 100, refill: 3, refillMs: 60_000 }),
    compilePolicy({ name: "turns", by: ["client"], algorithm: "sliding-window-counter", limit: 100, windowMs: 30_000 }),
    compilePolicy({ name: "moments", by: ["client"], algorithm: "sliding-window-log", limit: 100, windowMs: 60_000 }),
  ];

  it.each(growing)(
    "lives until it says, and says no less than it counts, however much is taken: $name",
    async (each) => {
      const of = (key: string, cost: number) => ({ policy: each, key: [key], cost });
      for (const cost of [1, 1, 60, 1, 30, 1, 1, 1, 1, 1]) {
        const asked = [
          ["alone", await store.charge([of("alone", cost)])] as const,
          ...(await Promise.all(crowd.map(async (key) => [key, await store.charge([of(key, cost)])] as const))),
          ["together", await store.charge([of("together", cost), of("apart", cost)])] as const,
        ];
        for (const [key, { verdicts, atMicros }] of asked) {
          const value = await own.client.getBuffer(keyOf(each.name, key));
          const livesUntil = (value?.readDoubleLE(value.indexOf(";") + 1) ?? 0) * each.algorithm.microsPerTick;
          const freshAt = atMicros + (verdicts[0]?.resetAfterMs ?? 0) * 1_000;
          // What is told is rounded up, and a crowd's keys have five seconds to spare.
          expect(livesUntil).toBeGreaterThan(freshAt - 1_000);
          expect(livesUntil).toBeLessThanOrEqual(freshAt + 5_000_000);
          const expiresAt = 1_000 * (await own.client.pexpiretime(keyOf(each.name, key)));
          expect(expiresAt).toBeGreaterThanOrEqual(livesUntil);
          expect(expiresAt).toBeLessThan(livesUntil + 300_000);
        }
      }
    },
  );

  it.each(lasting)("gets its life back with the next call, refused or not: $name", async (each) => {
    for (const cost of [1, 5]) {
      await take(store, each, "a", cost);
      await own.client.persist(keyOf(each.name, "a"));
      await take(store, each, "a", cost);
      expect(await own.client.pttl(keyOf(each.name, "a"))).toBeGreaterThan(0);
    }
  });

  it("gets its life back in a crowd once that would have been over", async () => {
    let nowMicros = 1_784_567_890_123_456;
    const moved = redisStoreForTest(own.client, options, () => nowMicros);
    await takeAll(moved, policy);
    for (const key of crowd) await own.client.persist(keyOf("token", key));
    nowMicros += 7_000_000;
    await takeAll(moved, policy);
    for (const key of crowd) expect(await own.client.pttl(keyOf("token", key))).toBeGreaterThan(0);
  });

  it("keeps its life in a crowd while that is long enough, which costs Redis less", async () => {
    await takeAll(store, policy);
    await own.client.config("RESETSTAT");
    await takeAll(store, policy);
    const stats = await own.client.info("commandstats");
    expect(stats).toContain(`cmdstat_setrange:calls=${crowd.length},`);
    expect(stats).not.toContain("cmdstat_set:");
  });

  it("is nothing where nothing is taken", async () => {
    await store.peek([{ policy: window, key: ["a"], cost: 1 }]);
    expect(await own.client.dbsize()).toBe(0);
    const { atMicros } = await store.charge(crowd.map((key) => ({ policy: window, key: [key], cost: 1 })));
    expect(await own.client.dbsize()).toBe(crowd.length);
    await store.refund(
      crowd.map((key) => ({ policy: window, key: [key], cost: 1 })),
      atMicros,
    );
    expect(await own.client.dbsize()).toBe(0);
    await take(store, window, "a");
    await store.block([{ policy: window, key: ["b"], cost: 1 }], 60_000);
    expect(await own.client.dbsize()).toBe(2);
    await store.reset(["a", "b"].map((key) => ({ policy: window, key: [key], cost: 1 })));
    expect(await own.client.dbsize()).toBe(0);
  });

  it("is nothing once all has come back, though the next one asks for too much", async () => {
    let nowMicros = 1_784_567_890_123_456;
    const moved = redisStoreForTest(own.client, options, () => nowMicros);
    await take(moved, window, "a");
    nowMicros += 2 * 86_400_000_000;
    expect((await take(moved, window, "a", 6))?.allowed).toBe(false);
    expect(await own.client.dbsize()).toBe(0);
  });

  it("is no more than 150 bytes for a bucket, key and bookkeeping included, beyond the key", async () => {
    await take(store, policy, "a");
    const key = keyOf("token", "a");
    expect(Number(await own.client.memory("USAGE", key)) - key.length).toBeLessThan(150);
  });

  const foreign: readonly (readonly [string, (key: string) => Promise<unknown>])[] = [
    ["a list", (key) => own.client.rpush(key, "x")],
    ["a hash", (key) => own.client.hset(key, "tokens", "1")],
    ["a number", (key) => own.client.set(key, "5")],
    ["an empty text", (key) => own.client.set(key, "")],
    ["a value of a later release", (key) => own.client.set(key, "2t1,5,1000000,1;0123456789abcdef0123456789abcdef")],
    ["a value of an algorithm of a later release", (key) => own.client.set(key, "1z1,5;0123456789abcdef")],
    ["a value that was cut", (key) => own.client.set(key, "1t1,5,1000000,1;0123456789abcdef")],
    ...unreadable.map(
      ([what, head, ...numbers]) => [what, (key: string) => own.client.set(key, valueOf(head, ...numbers))] as const,
    ),
  ];

  it("is charged for all policies of a decision, or none, though one key is somebody else's", async () => {
    await own.client.sadd(keyOf("window", "a"), "x");
    const both = lasting.slice(0, 2).map((each) => ({ policy: each, key: ["a"], cost: 1 }));
    const alone = both.slice(0, 1);
    const asked = [store.charge(both), store.charge(both.toReversed()), store.charge(alone), store.charge(both)];
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled", "rejected"]);
    await own.client.del(keyOf("window", "a"));
    const { verdicts } = await store.peek(both);
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([4, 5]);
  });

  it.each(foreign)("is not written over when it is %s, and nobody else is refused for it", async (_, put) => {
    for (const keys of [["a"], crowd]) {
      await own.client.flushall();
      const victim = keyOf("token", keys[0] ?? "");
      await put(victim);
      const before = await own.client.dump(victim);
      const answers = await Promise.allSettled(keys.map((key) => take(store, policy, key)));
      const [first, ...others] = answers;
      expect(first?.status === "rejected" && first.reason).toBeInstanceOf(StoreFailure);
      expect(first).toMatchObject({ reason: { code: "STORE_STATE_UNREADABLE" } });
      expect(others.every(({ status }) => status === "fulfilled")).toBe(true);
      expect(await own.client.dump(victim)).toBe(before);
    }
  });

  it.each(foreign)("is not written over by whatever else is asked, when it is %s", async (_, put) => {
    const victim = keyOf("token", "a");
    await put(victim);
    const before = await own.client.dump(victim);
    const charge = { policy, key: ["a"], cost: 1 };
    const other = { policy: window, key: ["a"], cost: 1 };
    const taking = [
      () => store.charge([charge, other]),
      () => store.charge([other, charge]),
      () => store.penalize([charge]),
      () => store.block([charge], 60_000),
    ];
    for (const ask of taking) {
      await expect(ask()).rejects.toMatchObject({ code: "STORE_STATE_UNREADABLE" });
      expect(await own.client.dump(victim)).toBe(before);
    }
    const others = [store.peek([charge]), store.refund([charge], now), store.reset([charge])];
    await Promise.allSettled(others);
    expect(await own.client.dump(victim)).toBe(before);
    expect((await store.peek([other])).verdicts[0]?.remaining).toBe(5);
  });

  it.each(policies)("is told from numbers that cannot be, wherever they stand: $name", async (each) => {
    const key = keyOf(each.name, "a");
    await take(store, each, "a");
    const value = await own.client.getBuffer(key);
    const from = (value?.indexOf(";") ?? 0) + 1;
    for (let at = from; at < (value?.length ?? 0); at += 8) {
      for (const number of [Number.NaN, Infinity, 2 ** 53, 0.5]) {
        const broken = Buffer.from(value ?? []);
        broken.writeDoubleLE(number, at);
        await own.client.set(key, broken);
        for (const verb of ["charge", "peek", "penalize"] as const)
          await expect(store[verb]([{ policy: each, key: ["a"], cost: 1 }])).rejects.toMatchObject({
            code: "STORE_STATE_UNREADABLE",
          });
        expect(await own.client.getBuffer(key)).toEqual(broken);
      }
    }
  });

  it("charges nobody when one of several counters cannot be read", async () => {
    await own.client.set(keyOf("token", "a"), "5");
    const other = { policy: window, key: ["a"], cost: 1 };
    await expect(store.charge([other, { policy, key: ["a"], cost: 1 }])).rejects.toMatchObject({
      code: "STORE_STATE_UNREADABLE",
    });
    expect((await store.peek([other])).verdicts[0]?.remaining).toBe(5);
  });
});
