import { describe, expect, test } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import type { Decision, FailureCode } from "../../src/decision.ts";
import { LimiterError } from "../../src/errors.ts";
import { createFallback } from "../../src/failure/create-fallback.ts";
import type { OnFailure } from "../../src/failure/on-failure.ts";
import type { PolicyOptions } from "../../src/policy-options.ts";
import type { ScopeParts } from "../../src/scope.ts";
import { StoreFailure } from "../../src/store-failure.ts";
import type { Store } from "../../src/store.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { watchRejections } from "../watch-rejections.ts";
import { laterStore } from "./stand-in-store.ts";

const policy: PolicyOptions = { name: "p", algorithm: "fixed-window", limit: 2, windowMs: 86_400_000, by: ["client"] };
const failing = (
  onFailure: OnFailure | "per-policy",
  reject: () => Promise<never> = () => Promise.reject(new StoreFailure("STORE_DEADLINE", "late")),
): Store =>
  laterStore({
    charge: reject,
    peek: reject,
    traits: { onFailure },
    fallback: createFallback({ liveNodes: () => 1 }),
  });

/** What a careless client rejects with. */
const nothing = undefined as unknown as Error;

describe("when the store fails", () => {
  test.each<[OnFailure, readonly boolean[]]>([
    ["open", [true, true, true]],
    ["closed", [false, false, false]],
    ["memory", [true, true, false]],
  ])("%s answers, and the decision says so", async (mode, expected) => {
    const { check } = createLimiter({ policy, store: failing(mode) });
    const decisions = [await check("a"), await check("a"), await check("a")];
    expect(decisions.map(({ allowed }) => allowed)).toEqual(expected);
    expect(decisions).toMatchObject(expected.map(() => ({ degraded: true, failure: "STORE_DEADLINE" })));
  });

  test("a policy's own mode outranks the store's", async () => {
    const { check } = createLimiter({ policy: { ...policy, onFailure: "open" }, store: failing("closed") });
    expect(await check("a")).toMatchObject({ allowed: true, degraded: true });
  });

  test("each policy answers by its own mode, and all must allow", async () => {
    const policies: PolicyOptions[] = [
      { ...policy, onFailure: "open" },
      { ...policy, name: "q", onFailure: "closed" },
    ];
    const { check } = createLimiter({ policies, store: failing("per-policy") });
    expect(await check("a")).toMatchObject({
      allowed: false,
      degraded: true,
      policies: [{ allowed: true }, { allowed: false }],
    });
  });

  test("without a fallback of its own it is open or closed, and memory is neither", async () => {
    const bare = (onFailure: OnFailure): Store =>
      laterStore({ charge: () => Promise.reject(new StoreFailure("STORE_DEADLINE", "late")), traits: { onFailure } });
    expect(await createLimiter({ policy, store: bare("open") }).check("a")).toMatchObject({
      allowed: true,
      remaining: 2,
      degraded: true,
    });
    expect(await createLimiter({ policy, store: bare("closed") }).check("a")).toMatchObject({
      allowed: false,
      violated: [],
      degraded: true,
    });
    expect(() => createLimiter({ policy, store: bare("memory") })).toThrow("guardStore");
  });

  test("a policy of limit 0 still refuses", async () => {
    const { check } = createLimiter({
      policies: [policy, { ...policy, name: "none", limit: 0 }],
      store: failing("open"),
    });
    expect(await check("a")).toMatchObject({ allowed: false, retryAfterMs: null, violated: ["none"] });
  });

  test("a policy of limit 0 is a denial under closed too, since no store could let that pass", async () => {
    const policies = [policy, { ...policy, name: "none", limit: 0 }];
    const { check } = createLimiter({ policies, store: failing("closed") });
    const { allowed, degraded, retryAfterMs, violated } = await check("a");
    expect([allowed, degraded, retryAfterMs]).toEqual([false, true, null]);
    expect(violated).toContain("none");
  });

  test("a policy beside one of limit 0 is answered in its own place", async () => {
    const policies = [{ ...policy, name: "none", limit: 0 }, policy];
    const { check } = createLimiter({ policies, store: failing("open") });
    expect((await check("a")).policies).toMatchObject([
      { policy: "none", allowed: false, remaining: 0, retryAfterMs: null },
      { policy: "p", allowed: true, remaining: 2, retryAfterMs: 0 },
    ]);
  });

  test("who can never pass is not charged by what counts in the store's place", async () => {
    const store = failing("memory");
    const hopeless = createLimiter({ policies: [policy, { ...policy, name: "none", limit: 0 }], store });
    for (let request = 0; request < 3; request += 1) expect((await hopeless.check("a")).allowed).toBe(false);
    expect(await createLimiter({ policy, store }).check("a")).toMatchObject({ allowed: true, remaining: 1 });
  });

  test.each<[string, () => Promise<never>, FailureCode]>([
    ["rejects with what it should not", () => Promise.reject(new RangeError("?")), "STORE_REFUSED"],
    ["rejects with no error at all", () => Promise.reject(nothing), "STORE_REFUSED"],
    [
      "throws instead of rejecting",
      () => {
        throw new TypeError("?");
      },
      "STORE_REFUSED",
    ],
    ["answers nonsense", () => Promise.resolve(undefined) as never, "STORE_REFUSED"],
    [
      "rejects with the failure of another copy of this package",
      () => Promise.reject(Object.assign(new Error("late"), { name: "StoreFailure", code: "STORE_DEADLINE" })),
      "STORE_DEADLINE",
    ],
  ])("it is a failure too when it %s", async (_, reject, code) => {
    const { check, peek } = createLimiter({ policy, store: failing("open", reject) });
    expect(await check("a")).toMatchObject({ allowed: true, degraded: true, failure: code });
    expect(await peek("a")).toMatchObject({ allowed: true, degraded: true, failure: code });
  });

  test.each(["open", "closed", "memory"] as const)("a fault of configuration is no failure under %s", async (mode) => {
    const fault = new LimiterError("CROSS_SLOT", "These counters lie in different hash slots.");
    const failures: unknown[] = [];
    const observer = { onFailure: (failure: unknown) => void failures.push(failure) };
    const wrong = () => Promise.reject(fault);
    const store = { ...failing(mode, wrong), block: wrong };
    const { check, peek, block } = createLimiter({ policy, store, observer });
    for (const ask of [check("a"), peek("a"), block("a", 1)]) await expect(ask).rejects.toBe(fault);
    const memory = memoryStore();
    const { checkNow } = createLimiter({
      policy,
      store: {
        ...memory,
        chargeNow() {
          throw fault;
        },
      },
    });
    expect(() => checkNow("a")).toThrow(fault);
    expect(failures).toEqual([]);
  });

  test("a wrong cost is still the caller's fault", async () => {
    const { check } = createLimiter({ policy, store: failing("open") });
    await expect(check("a", { cost: 3 })).rejects.toMatchObject({ code: "COST_ABOVE_LIMIT" });
  });

  test("a peek takes nothing from what answers in its place", async () => {
    const { check, peek } = createLimiter({ policy, store: failing("memory") });
    for (let look = 0; look < 5; look += 1) expect(await peek("a")).toMatchObject({ allowed: true, remaining: 2 });
    expect((await check("a")).allowed).toBe(true);
  });

  test("one that was closed is no exception", async () => {
    const store = memoryStore();
    const { check, checkNow, peekNow } = createLimiter({ policy, store });
    await store.close();
    for (const decision of [await check("a"), checkNow("a"), peekNow("a")]) {
      expect(decision).toMatchObject({ allowed: false, degraded: true, failure: "STORE_CLOSED" });
    }
  });
});

describe("an observer", () => {
  test("hears of every check with its scope, of no peek, and of every failure", async () => {
    const heard: [Decision, ScopeParts][] = [];
    const failures: FailureCode[] = [];
    const observer = {
      onDecision: (decision: Decision, scope: ScopeParts) => void heard.push([decision, scope]),
      onFailure: ({ code }: StoreFailure) => void failures.push(code),
    };
    const good = createLimiter({ policy, store: laterStore(), observer });
    const bad = createLimiter({ policy, store: failing("open"), observer });
    const decisions = [await good.check("a"), await good.check({ tenant: "t", client: "c" }), await bad.check("b")];
    await good.peek("a");
    await bad.peek("a");
    expect(heard).toEqual([
      [decisions[0], { client: "a" }],
      [decisions[1], { tenant: "t", client: "c" }],
      [decisions[2], { client: "b" }],
    ]);
    expect(failures).toEqual(["STORE_DEADLINE", "STORE_DEADLINE"]);
  });

  test.each([
    () => {
      throw new Error("a metric's fault");
    },
    async () => Promise.reject(new Error("a metric's fault")),
  ])("cannot stop a request, now or later", async (fail) => {
    const rejections = watchRejections();
    const observer = { onDecision: fail, onFailure: fail };
    expect((await createLimiter({ policy, store: laterStore(), observer }).check("a")).allowed).toBe(true);
    expect((await createLimiter({ policy, store: failing("open"), observer }).check("a")).allowed).toBe(true);
    expect(createLimiter({ policy, store: memoryStore(), observer }).allow("a")).toBe(true);
    expect(await rejections()).toEqual([]);
  });
});
