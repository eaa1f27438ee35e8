import { describe, expect, test } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import type { LimiterErrorCode } from "../../src/errors.ts";
import type { PolicyOptions } from "../../src/policy-options.ts";
import { cachePolicies } from "../../src/policy-source.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { laterStore } from "./stand-in-store.ts";

const plan = (limit: number): PolicyOptions => ({
  name: "plan",
  algorithm: "sliding-window-log",
  limit,
  windowMs: 60_000,
  by: ["client"],
});

test("chooses for each request, and the choices share their counter", () => {
  const plans: Record<string, PolicyOptions> = { free: plan(2), paid: plan(5) };
  const { checkNow } = createLimiter({
    policy: ({ plan: name }: { plan: string }) => plans[name] ?? plan(1),
    scope: () => "a",
    store: memoryStore(),
  });
  expect(["free", "free", "free"].map((name) => checkNow({ plan: name }).allowed)).toEqual([true, true, false]);
  expect(["paid", "paid", "paid", "paid"].map((name) => checkNow({ plan: name }).allowed)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("may choose several", () => {
  const { checkNow } = createLimiter({ policy: () => [plan(5), { ...plan(3), name: "other" }], store: memoryStore() });
  expect(checkNow("a").policies).toMatchObject([
    { policy: "plan", remaining: 4 },
    { policy: "other", remaining: 2 },
  ]);
});

describe("what it returns", () => {
  test("is compiled once for each object", () => {
    const compiled = cachePolicies(memoryStore(), undefined);
    const same = plan(5);
    expect(compiled(same)).toBe(compiled(same));
    expect(compiled([same])).not.toBe(compiled(same));
    expect(compiled(plan(6))).not.toBe(compiled(same));
  });

  test("may be a new object each time, which counts on", () => {
    const { allow } = createLimiter({ policy: () => plan(3), store: memoryStore() });
    expect(Array.from({ length: 5 }, () => allow("a"))).toEqual([true, true, true, false, false]);
  });

  test("may have its options anywhere", () => {
    class Plan {
      readonly #limit: number;
      constructor(limit: number) {
        this.#limit = limit;
      }
      get name() {
        return "plan";
      }
      get algorithm() {
        return "fixed-window" as const;
      }
      get limit() {
        return this.#limit;
      }
      get windowMs() {
        return 1_000;
      }
    }
    const compiled = cachePolicies(memoryStore(), undefined);
    expect([new Plan(3), new Plan(4)].map((own) => compiled(own)[0]?.algorithm.limit)).toEqual([3, 4]);
  });

  test.each<[string, LimiterErrorCode, () => unknown]>([
    ["nothing", "POLICY_NAME_INVALID", () => ({})],
    ["no policy of several", "POLICIES_MISSING", () => []],
    ["two of one name", "POLICY_NAME_TWICE", () => [plan(1), plan(2)]],
    ["a limit that is none", "POLICY_NUMBER_INVALID", () => plan(-1)],
    ["undefined", "POLICIES_MISSING", () => undefined],
    ["a promise", "POLICIES_MISSING", async () => plan(1)],
    ["a bigint", "POLICY_NUMBER_INVALID", () => plan(5n as never)],
  ])("is refused each time when it is %s", async (_, code, policy) => {
    const limiter = createLimiter({ policy: policy as () => PolicyOptions, store: memoryStore() });
    for (let time = 0; time < 2; time += 1) {
      expect(() => limiter.checkNow("a")).toThrow(expect.objectContaining({ name: "LimiterError", code }));
      await expect(limiter.check("a")).rejects.toMatchObject({ code });
    }
  });

  test.each<[string, () => unknown]>([
    ["undefined", () => undefined],
    ["a promise", async () => plan(1)],
    ["a promise", () => [Promise.resolve(plan(1))]],
  ])("is told as what it is: %s", (what, policy) => {
    const { checkNow } = createLimiter({ policy: policy as () => PolicyOptions, store: memoryStore() });
    expect(() => checkNow("a")).toThrow(
      `A policy is an object, not ${what}. Give one \`policy\`, or several \`policies\`.`,
    );
  });

  test("is held to what the store demands", async () => {
    const perPolicy = createLimiter({
      policy: () => plan(1),
      store: laterStore({ traits: { onFailure: "per-policy" } }),
    });
    await expect(perPolicy.check("a")).rejects.toMatchObject({ code: "ON_FAILURE_MISSING" });
    const policies = [plan(1), { ...plan(1), name: "other", by: ["tenant"] }];
    const sharded = createLimiter({ policy: () => policies, store: laterStore({ traits: { isSharded: true } }) });
    await expect(sharded.check("a")).rejects.toMatchObject({ code: "CROSS_SLOT" });
  });
});

const thrower = (what: string) => (): never => {
  throw new TypeError(what);
};

test.each<[string, { policy: PolicyOptions | (() => PolicyOptions); scope: () => string }]>([
  ["policy", { policy: thrower("no plan"), scope: () => "a" }],
  ["scope", { policy: plan(1), scope: thrower("no session") }],
])("what the %s function throws is kept as the cause", async (_, functions) => {
  const { check, checkNow, reset } = createLimiter({ ...functions, store: memoryStore() });
  const error = { name: "LimiterError", code: "REQUEST_FUNCTION_FAILED", cause: expect.any(TypeError) };
  await expect(check("a")).rejects.toMatchObject(error);
  await expect(reset("a")).rejects.toMatchObject(error);
  expect(() => checkNow("a")).toThrow(expect.objectContaining(error));
});
