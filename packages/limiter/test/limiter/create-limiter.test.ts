import { describe, expect, test } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import { LimiterError, type LimiterErrorCode } from "../../src/errors.ts";
import type { Limiter, SyncLimiter } from "../../src/limiter.ts";
import type { PolicyOptions } from "../../src/policy-options.ts";
import type { Policy } from "../../src/policy.ts";
import type { Store, SyncStore } from "../../src/store.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { laterStore } from "./stand-in-store.ts";

const policy: PolicyOptions = { name: "p", algorithm: "fixed-window", limit: 5, windowMs: 1_000 };
const named = (name: string, more: Partial<PolicyOptions> = {}): PolicyOptions =>
  ({ ...policy, name, ...more }) as PolicyOptions;
const sharded = (policies: readonly PolicyOptions[]) => () =>
  createLimiter({ policies, store: laterStore({ traits: { isSharded: true } }) });
const perPolicy = (policies: readonly PolicyOptions[]) => () =>
  createLimiter({ policies, store: laterStore({ traits: { onFailure: "per-policy" } }) });

const refuseLarge = ({ name }: Policy): void => {
  if (name === "large") throw new LimiterError("STORE_POLICY_UNSUPPORTED", `"${name}" is too large.`);
};

describe("createLimiter refuses", () => {
  test.each<[string, LimiterErrorCode, () => unknown]>([
    ["no policies", "POLICIES_MISSING", () => createLimiter({ policies: [], store: memoryStore() })],
    ["neither policy nor policies", "POLICIES_MISSING", () => createLimiter({ store: memoryStore() } as never)],
    ["no store", "STORE_OPTION_INVALID", () => createLimiter({ policy } as never)],
    ["no options", "OPTION_UNKNOWN", () => createLimiter(undefined as never)],
    ["options that are none", "OPTION_UNKNOWN", () => createLimiter(5 as never)],
    ["what is no store", "STORE_OPTION_INVALID", () => createLimiter({ policy, store: {} } as never)],
    ["both", "POLICIES_TWICE", () => createLimiter({ policy, policies: [policy], store: memoryStore() } as never)],
    [
      "two policies of one name",
      "POLICY_NAME_TWICE",
      () => createLimiter({ policies: [policy, policy], store: memoryStore() }),
    ],
    [
      "a policy that makes no sense",
      "POLICY_NUMBER_INVALID",
      () => createLimiter({ policy: named("p", { limit: 0.5 }), store: memoryStore() }),
    ],
    [
      "a store that may fail, and nobody who says what then",
      "ON_FAILURE_MISSING",
      perPolicy([named("a", { onFailure: "open" }), named("b")]),
    ],
    [
      "a store that may fail and has nothing to count with in memory",
      "FALLBACK_MISSING",
      perPolicy([named("a", { onFailure: "open" }), named("b", { onFailure: "memory" })]),
    ],
    [
      "counters on different nodes by different tags",
      "CROSS_SLOT",
      sharded([named("a", { tagBy: "tenant" }), named("b", { tagBy: "client" })]),
    ],
    [
      "counters on different nodes, one having no tag",
      "CROSS_SLOT",
      sharded([named("a", { by: ["tenant"] }), named("b", { by: ["tenant"], tagBy: "tenant" })]),
    ],
    [
      "counters on different nodes by different parts",
      "CROSS_SLOT",
      sharded([named("a", { by: ["tenant"] }), named("b", { by: ["client"] })]),
    ],
    [
      "counters on different nodes by different versions",
      "CROSS_SLOT",
      sharded([named("a"), named("b", { version: "v2" })]),
    ],
    [
      "a policy that its store has no room for",
      "STORE_POLICY_UNSUPPORTED",
      () => createLimiter({ policies: [policy, named("large")], store: laterStore({ accept: refuseLarge }) }),
    ],
  ])("%s", (_, code, make) => {
    expect(make).toThrow(expect.objectContaining({ name: "LimiterError", code }));
  });
});

test("an option that there is not is refused with those that there are", () => {
  const misspelt = { policy, store: memoryStore(), onFailure: "open" };
  expect(() => createLimiter(misspelt)).toThrow(
    'createLimiter takes policy, policies, store, scope, observer, onWarning, not "onFailure".',
  );
  const all = { policy, policies: undefined, store: memoryStore(), scope: () => "a", observer: {}, onWarning() {} };
  expect(createLimiter(all as never).checkNow({}).allowed).toBe(true);
});

test("a policy without a store is told what a store is", () => {
  expect(() => createLimiter({ policy } as never)).toThrow("`store` is undefined, not what memoryStore() gives.");
});

test("a policy function that chooses what its store has no room for is told so, and no decision is made of it", async () => {
  const { check } = createLimiter({
    policy: (name: string) => named(name),
    scope: (name) => name,
    store: laterStore({ accept: refuseLarge, traits: { onFailure: "open" } }),
  });
  await expect(check("large")).rejects.toMatchObject({ name: "LimiterError", code: "STORE_POLICY_UNSUPPORTED" });
  await expect(check("small")).resolves.toMatchObject({ allowed: true, degraded: false });
});

test("a store that was not called is told so, without its source", () => {
  expect(() => createLimiter({ policy, store: memoryStore as never })).toThrow(
    "`store` is a function, not what memoryStore() gives. See docs/reference/limiter-memory.md or limiter-redis.md.",
  );
});

describe("a policy in the wrong place", () => {
  test.each([
    ["a list as `policy`", { policy: [policy] }, "`policy` is [an object]."],
    ["an object as `policies`", { policies: policy }, "`policies` is an object."],
    ["a function as `policies`", { policies: () => policy }, "`policies` is a function."],
    ["none", {}, "`policies` is undefined."],
  ])("is refused: %s", (_, wrong, what) => {
    expect(() => createLimiter({ ...wrong, store: memoryStore() } as never)).toThrow(
      expect.objectContaining({
        code: "POLICIES_MISSING",
        message: `${what} Give one \`policy\`, or several \`policies\`.`,
      }),
    );
  });
});

describe("createLimiter takes", () => {
  test.each<[string, () => unknown]>([
    ["one policy", () => createLimiter({ policy, store: memoryStore() })],
    ["several", () => createLimiter({ policies: [policy, named("b")], store: memoryStore() })],
    ["a mode for each policy", perPolicy([named("a", { onFailure: "open" }), named("b", { onFailure: "closed" })])],
    [
      "different parts with a common tag",
      sharded([
        named("a", { by: ["tenant", "client"], tagBy: "tenant" }),
        named("b", { by: ["tenant"], tagBy: "tenant" }),
      ]),
    ],
    ["equal parts without a tag", sharded([named("a"), named("b")])],
    ["one policy without a tag", sharded([named("a", { by: ["route"] })])],
    [
      "whichever tags, where nothing is sharded",
      () =>
        createLimiter({
          policies: [named("a", { by: ["tenant"] }), named("b", { by: ["client"] })],
          store: laterStore(),
        }),
    ],
  ])("%s", (_, make) => {
    expect(make).not.toThrow();
  });
});

describe("a limiter's type", () => {
  test("is synchronous where its store is, and asks for a scope where its request is none", () => {
    const ofMemory: SyncLimiter = createLimiter({ policy, store: memoryStore() });
    const later: Store = laterStore();
    const ofLater: Limiter = createLimiter({ policy, store: later });
    const ofRequests: SyncLimiter<{ ip: string }> = createLimiter({
      policy,
      store: memoryStore(),
      scope: (request: { ip: string }) => request.ip,
    });
    const byPlan: Limiter<{ plan: number }> = createLimiter({
      policy: (request: { plan: number }) => named(`plan ${request.plan}`),
      scope: (request) => String(request.plan),
      store: later,
    });
    const sync: SyncStore = memoryStore();
    const narrowed: SyncLimiter = createLimiter({ policies: [policy], store: sync });
    // @ts-expect-error A store that answers later has no allow.
    expect(ofLater.allow).toBeUndefined();
    // @ts-expect-error A request that is no scope needs a function that makes one of it.
    const withoutScope = () => createLimiter<{ ip: number }>({ policy, store: memoryStore() });
    expect(withoutScope).not.toThrow();
    for (const limiter of [ofMemory, ofRequests, narrowed]) expect(limiter.allow).toBeTypeOf("function");
    expect(byPlan.check).toBeTypeOf("function");
  });
});

describe("close", () => {
  test("closes the store when its last limiter is closed, once", async () => {
    let closings = 0;
    const store = laterStore({ close: async () => void (closings += 1) });
    const [first, second] = [createLimiter({ policy, store }), createLimiter({ policy, store })];
    await first.close();
    await first.close();
    expect(closings).toBe(0);
    await second.close();
    expect(closings).toBe(1);
  });
});
