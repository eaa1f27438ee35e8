import { describe, expect, it, test } from "vitest";
import { compilePolicy } from "../../../src/compile-policy.ts";
import { createLimiter } from "../../../src/create-limiter.ts";
import type { Charge } from "../../../src/store.ts";
import { redisStore } from "../../../src/stores/redis/index.ts";

const hourly = { name: "p", by: ["client"], algorithm: "fixed-window", limit: 5, windowMs: 3_600_000 } as const;
const policy = compilePolicy(hourly);
const now = 1_784_567_890_123_456;
const life = 60_000_000;
const of = (key: string, cost = 1): Charge => ({ policy, key: [key], cost });

/** A store whose Redis gives this reply to all. */
function storeTold(reply: unknown) {
  const tell = () => Promise.resolve(reply);
  return redisStore({ evalsha: tell, eval: tell }, { onFailure: "closed", breaker: { failures: 1_000 } });
}

const strange: readonly (readonly [string, unknown])[] = [
  ["no list", "OK"],
  ["nothing", null],
  ["an object", { 0: now }],
  ["an empty list", []],
  ["a time alone", [now]],
  ["one that was cut", [now, 0, 4]],
  ["one that is too long", [now, 0, 4, life, 0]],
  ["one with nothing in it", [now, null, 4, life]],
  ["one with an empty text", [now, "", 4, life]],
  ["one with a list in it", [now, [], 4, life]],
  ["one with a truth in it", [now, false, 4, life]],
  ["one with a fraction", [now, 0.4, 4, life]],
  ["one with no number", [now, Number.NaN, 4, life]],
  ["one with a number that is too large", [now, 0, 4, 2 ** 53]],
  ["one with as large a text", [now, 0, 4, "9223372036854775807"]],
  ["one that has more left than there is", [now, 0, 6, life]],
  ["one that has less left than nothing", [now, 0, -1, life]],
  ["one without a time", [-now, 0, 4, life]],
];

describe("a reply that is none of the script's", () => {
  test.each<readonly [string, unknown]>([
    ...strange,
    ["a long one of two runs", [now, 0, 2, 0, 4, life]],
    ["a long one of no run", [now, 0, 0, 0, 4, life]],
    ["a long one without an answer", [now, 0, 1]],
    ["a long one of a failed key that is not named", [now, 1, 1, 0, 4, life]],
    ["a long one of a failed key that was not asked", [now, 1, 1, 0, 0, 0, 2]],
    ["a long one of more failures than keys", [now, 2, 1, 0, 0, 0, 1, 1]],
    ["a long one of less than no failures", [now, -1, 1, 0, 4, life]],
  ])("lets nobody pass under closed: %s", async (_, reply) => {
    const { check } = createLimiter({ policy: hourly, store: storeTold(reply) });
    expect(await check("a")).toMatchObject({ allowed: false, degraded: true, failure: "STORE_REFUSED", violated: [] });
  });

  const refused = { status: "rejected", reason: { name: "StoreFailure", code: "STORE_REFUSED" } };

  test.each<readonly [string, unknown]>([
    ["that is short by one answer", [now, 0, 1, 0, 4, life]],
    ["that is short by a number", [now, 0, 2, 0, 4]],
    ["with a run that is too long", [now, 0, 3, 0, 4, life]],
    ["with a run of none", [now, 0, 0, 0, 4, life, 2, 0, 4, life]],
    ["with a number too much", [now, 0, 2, 0, 4, life, 7]],
    ["with a key that failed twice", [now, 2, 2, 0, 4, life, 1, 1]],
    ["of one question", [now, 0, 4, life]],
    ["whose second answer has more left than there is", [now, 0, 1, 0, 4, life, 1, 0, 6, life]],
    ...strange,
  ])("answers none of those who asked together: one %s", async (_, reply) => {
    const store = storeTold(reply);
    const outcomes = await Promise.allSettled([store.charge([of("a")]), store.charge([of("b")])]);
    expect(outcomes).toMatchObject([refused, refused]);
  });

  test.each([
    ["with more answers than were asked for", [now, 0, 4, 0, 4, life, 0, 3, life, 0, 2, life, 0, 1, life]],
    ["with no answer", [now, 0, 0]],
    ["that ends too early", [now, 0, 3, 0, 4, life, 0, 3, life]],
    ["whose last answer has more left than there is", [now, 0, 3, 0, 4, life, 0, 3, life, 0, 6, life]],
  ])("answers none of those who asked the same: one %s", async (_, reply) => {
    const store = storeTold(reply);
    const outcomes = await Promise.allSettled(Array.from({ length: 3 }, () => store.charge([of("a")])));
    expect(outcomes).toMatchObject([refused, refused, refused]);
  });

  test.each([[[now, 0]], [[now, 0, 3]], [[now, 0, -1]], [[now, 0, 2, 0]]])("gives nothing back: %j", async (reply) => {
    const store = storeTold(reply);
    await expect(store.refund([of("a", 2)], now)).rejects.toMatchObject({ code: "STORE_REFUSED" });
  });

  test.each([[[now]], [[now, 0, 7]], ["OK"]])("has done nothing that is known: %j", async (reply) => {
    const store = storeTold(reply);
    await expect(store.block([of("a")], 1_000)).rejects.toMatchObject({ code: "STORE_REFUSED" });
  });
});

describe("a reply of the script", () => {
  it.each([
    ["in numbers", [now, 0, 4, life]],
    ["in texts, as some clients give them", [now, 0, 4, life].map(String)],
    ["in big integers", [now, 0, 4, life].map(BigInt)],
    ["in its long form", [now, 0, 1, 0, 4, life]],
  ])("is taken: %s", async (_, reply) => {
    expect(await storeTold(reply).charge([of("a")])).toEqual({
      verdicts: [{ allowed: true, remaining: 4, retryAfterMs: 0, resetAfterMs: 60_000 }],
      atMicros: now,
    });
  });

  it("may say of one key that it cannot be read, and answers the others", async () => {
    const store = storeTold([now, 1, 2, 0, 4, life, 2]);
    const outcomes = await Promise.allSettled([store.charge([of("a")]), store.charge([of("b")])]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: { code: "STORE_STATE_UNREADABLE" } },
    ]);
  });
});
