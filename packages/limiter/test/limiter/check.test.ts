import { describe, expect, test } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import type { PolicyOptions } from "../../src/policy-options.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { handClock, laterStore } from "./stand-in-store.ts";

const small: PolicyOptions = { name: "small", algorithm: "fixed-window", limit: 5, windowMs: 60_000, by: ["client"] };
const large: PolicyOptions = {
  name: "large",
  algorithm: "token-bucket",
  capacity: 10,
  refillPerSecond: 1,
  by: ["client"],
};
const nobody: PolicyOptions = { name: "nobody", algorithm: "fixed-window", limit: 0, windowMs: 60_000, by: ["client"] };
const inShadow = (policy: PolicyOptions): PolicyOptions => ({
  ...policy,
  name: `shadow of ${policy.name}`,
  shadow: true,
});

const onWarning = () => {};

/** Both ways to ask, over the same kind of memory. */
const ways = [
  [
    "at once",
    (policies: readonly PolicyOptions[], clock = handClock().clock) =>
      createLimiter({ policies, store: memoryStore({ clock }), onWarning }),
  ],
  ["later", (policies: readonly PolicyOptions[]) => createLimiter({ policies, store: laterStore(), onWarning })],
] as const;

describe.each(ways)("a decision of a store that answers %s", (_, limiterOf) => {
  test("says of one policy all there is to say", async () => {
    const { check } = limiterOf([small]);
    expect(await check("a", { cost: 2 })).toEqual({
      allowed: true,
      remaining: 3,
      retryAfterMs: 0,
      policies: [
        {
          policy: "small",
          key: ["a"],
          allowed: true,
          shadow: false,
          limit: 5,
          windowMs: 60_000,
          cost: 2,
          remaining: 3,
          retryAfterMs: 0,
          resetAfterMs: 40_000,
        },
      ],
      violated: [],
      degraded: false,
      failure: undefined,
      cost: 2,
      atMicros: 1_700_000_000_000_000,
    });
  });

  test("names every policy that refuses, tells the longest wait and the least that is left", async () => {
    const { check } = limiterOf([small, large]);
    await check("a", { cost: 5 });
    const decision = await check("a", { cost: 5 });
    expect(decision).toMatchObject({ allowed: false, violated: ["small"], remaining: 0, retryAfterMs: 40_000 });
    expect(decision.policies).toMatchObject([
      { allowed: false, retryAfterMs: 40_000 },
      { allowed: true, remaining: 5, retryAfterMs: 0 },
    ]);
  });

  test("charges no policy when one refuses", async () => {
    const { check, peek } = limiterOf([large, small]);
    for (let request = 0; request < 100; request += 1) await check("a");
    expect((await peek("a")).policies).toMatchObject([
      { policy: "large", remaining: 5 },
      { policy: "small", remaining: 0 },
    ]);
  });

  test("keeps shadow policies out of verdict, rest and wait", async () => {
    const { check } = limiterOf([inShadow(small), large]);
    await check("a", { cost: 4 });
    const decision = await check("a", { cost: 4 });
    expect(decision).toMatchObject({ allowed: true, violated: [], remaining: 2, retryAfterMs: 0 });
    expect(decision.policies[0]).toMatchObject({
      policy: "shadow of small",
      shadow: true,
      allowed: false,
      remaining: 1,
    });
  });

  test("tells what a shadow has where there is nothing else", async () => {
    const { check } = limiterOf([inShadow(small)]);
    expect(await check("a", { cost: 5 })).toMatchObject({ allowed: true, remaining: 0 });
    expect(await check("a", { cost: 5 })).toMatchObject({ allowed: true, remaining: 0, violated: [] });
  });

  test("denies by limit 0 whatever the cost, without a wait, and charges nobody", async () => {
    const { check, peek } = limiterOf([small, nobody]);
    for (const cost of [1, 5]) {
      expect(await check("a", { cost })).toMatchObject({
        allowed: false,
        retryAfterMs: null,
        remaining: 0,
        violated: ["nobody"],
      });
    }
    expect((await peek("a")).policies[0]).toMatchObject({ remaining: 5, allowed: true });
    expect(await limiterOf([nobody]).check("a", { cost: 9 })).toMatchObject({
      allowed: false,
      retryAfterMs: null,
      atMicros: 0,
    });
  });

  test("lets no wait outrank that of a policy which never allows", async () => {
    const { check } = limiterOf([small, nobody]);
    const alone = limiterOf([small]);
    await alone.check("a", { cost: 5 });
    expect((await check("a", { cost: 5 })).retryAfterMs).toBeNull();
  });

  test("reports a shadow whose limit is below the cost, and charges the others", async () => {
    const { check } = limiterOf([inShadow(small), inShadow(nobody), large]);
    const decision = await check("a", { cost: 7 });
    expect(decision).toMatchObject({ allowed: true, remaining: 3, violated: [] });
    expect(decision.policies.map(({ allowed, retryAfterMs }) => [allowed, retryAfterMs])).toEqual([
      [false, null],
      [false, null],
      [true, 0],
    ]);
  });

  test("takes each policy's own cost where none is given", async () => {
    const { check } = limiterOf([
      { ...small, cost: 2 },
      { ...large, cost: 7 },
    ]);
    const decision = await check("a");
    expect(decision.cost).toBe(7);
    expect(decision.policies).toMatchObject([
      { cost: 2, remaining: 3 },
      { cost: 7, remaining: 3 },
    ]);
  });

  test("peeks without taking", async () => {
    const { check, peek } = limiterOf([small]);
    for (let look = 0; look < 10; look += 1)
      expect(await peek("a", { cost: 5 })).toMatchObject({ allowed: true, remaining: 5 });
    await check("a");
    expect(await peek("a", { cost: 5 })).toMatchObject({ allowed: false, remaining: 4, violated: ["small"] });
  });

  test.each([0, -1, 1.5, NaN, Infinity, 2 ** 53, "1", 1n, null, {}])(
    "refuses a cost of %s, and takes nothing",
    async (cost) => {
      const { check, peek } = limiterOf([small]);
      await expect(check("a", { cost } as never)).rejects.toMatchObject({ name: "LimiterError", code: "COST_INVALID" });
      await expect(peek("a", { cost } as never)).rejects.toMatchObject({ code: "COST_INVALID" });
      expect(await peek("a")).toMatchObject({ remaining: 5 });
    },
  );

  test("refuses a cost above what a policy can ever give, and takes nothing from any", async () => {
    const { check, peek } = limiterOf([large, small]);
    await expect(check("a", { cost: 6 })).rejects.toMatchObject({
      code: "COST_ABOVE_LIMIT",
      message: expect.stringContaining('"small"'),
    });
    expect((await peek("a")).policies).toMatchObject([{ remaining: 10 }, { remaining: 5 }]);
  });

  test.each([{ cots: 3 }, 3, "cost"])("refuses %j for options, and takes nothing", async (options) => {
    const { check, peek } = limiterOf([small]);
    for (const asked of [check("a", options as never), peek("a", options as never)]) {
      await expect(asked).rejects.toMatchObject({
        code: "OPTION_UNKNOWN",
        message: expect.stringContaining("check takes cost, not "),
      });
    }
    for (const nothing of [undefined, {}, { cost: undefined }]) {
      expect(await peek("a", nothing as never)).toMatchObject({ remaining: 5 });
    }
  });

  test("says that a scope threw, and charges nobody", async () => {
    const sulks = () => {
      throw new TypeError("no");
    };
    const scopes: readonly object[] = [
      new Proxy({}, { getOwnPropertyDescriptor: sulks }),
      Object.defineProperty({}, "client", { get: sulks }),
    ];
    for (const scope of scopes) {
      const { check, peek, block } = limiterOf([small]);
      for (const asked of [check(scope as never), peek(scope as never), block(scope as never, 5)]) {
        await expect(asked).rejects.toMatchObject({ code: "SCOPE_INVALID", cause: expect.any(TypeError) });
      }
    }
  });

  test("counts by the parts that a policy names, missing ones as empty", async () => {
    const { check } = limiterOf([{ ...small, by: ["tenant", "client"] }]);
    await check({ tenant: "t", client: "c", route: "r" });
    expect(await check({ client: "c", tenant: "t" })).toMatchObject({ remaining: 3 });
    expect(await check({ client: "c" })).toMatchObject({ remaining: 4 });
    expect(await check("c")).toMatchObject({ remaining: 3 });
    expect(await check({ tenant: "", client: "c" })).toMatchObject({ remaining: 2 });
  });

  test("counts nobody together who has no part that a policy counts by", async () => {
    const scopes = [{ user: "a" }, {}, "", { tenant: "", client: undefined }, Object.create({ client: "a" })];
    for (const scope of scopes) {
      const { check, peek, reset } = limiterOf([{ ...small, by: ["tenant", "client"] }]);
      for (const asked of [check(scope), peek(scope), reset(scope)]) {
        await expect(asked).rejects.toMatchObject({
          code: "SCOPE_INVALID",
          message: expect.stringContaining('The scope has no part that "small" counts by: tenant, client. '),
        });
      }
    }
    await expect(limiterOf([small, { ...large, by: ["address"] }]).check("a")).rejects.toMatchObject({
      message: expect.stringContaining('"large"'),
    });
  });

  test("counts everybody together by a policy that says so", async () => {
    const { check } = limiterOf([{ ...small, by: [] }]);
    expect(await check({ user: "a" })).toMatchObject({ remaining: 4, policies: [{ key: [] }] });
    expect(await check("b")).toMatchObject({ remaining: 3 });
    expect(createLimiter({ policy: { ...small, limit: 1, by: [] }, store: memoryStore() }).allow("")).toBe(true);
  });

  test.each([undefined, null, 7, { client: 7 }, { client: null }])("refuses %j as a scope", async (scope) => {
    await expect(limiterOf([small]).check(scope as never)).rejects.toMatchObject({ code: "SCOPE_INVALID" });
  });
});

test("a store that answers at once throws what the other rejects with", () => {
  const { checkNow, peekNow } = createLimiter({ policy: small, store: memoryStore() });
  expect(() => checkNow("a", { cost: 0 })).toThrow(expect.objectContaining({ code: "COST_INVALID" }));
  expect(() => peekNow("a", { cost: 6 })).toThrow(expect.objectContaining({ code: "COST_ABOVE_LIMIT" }));
  expect(checkNow("a", { cost: 5 }).allowed).toBe(true);
});

test("a scope is made of a request by the function that is given", () => {
  const { checkNow, allow } = createLimiter({
    policy: small,
    store: memoryStore(),
    scope: (request: { ip: string }) => request.ip,
  });
  checkNow({ ip: "::1" });
  expect(allow({ ip: "::1" })).toBe(true);
  expect(checkNow({ ip: "::1" }).remaining).toBe(2);
  expect(checkNow({ ip: "::2" }).remaining).toBe(4);
});
