import { describe, expect, test } from "vitest";
import { createLimiter } from "../../src/create-limiter.ts";
import type { Decision } from "../../src/decision.ts";
import type { PolicyOptions } from "../../src/policy-options.ts";
import type { SyncStore } from "../../src/store.ts";
import { memoryStore } from "../../src/stores/memory/index.ts";
import { handClock } from "./stand-in-store.ts";

const policy: PolicyOptions = { name: "p", algorithm: "gcra", burst: 3, refillPerSecond: 1 };

const onWarning = () => {};

/** Memory that says which of its ways were used. */
function watchedStore() {
  const used: string[] = [];
  const memory = memoryStore({ clock: handClock().clock });
  const store: SyncStore = {
    ...memory,
    chargeNow: (charges) => {
      used.push("charge");
      return memory.chargeNow(charges);
    },
    counter: (of) => {
      const counter = memory.counter(of);
      return {
        tryTake: (text, cost) => {
          used.push("take");
          return counter.tryTake(text, cost);
        },
      };
    },
  };
  return { store, used };
}

test("admits its limit, then refuses, also when it is taken off the limiter", () => {
  const { allow } = createLimiter({ policy, store: memoryStore() });
  expect(["a", "a", "a", "a", "b"].map(allow)).toEqual([true, true, true, false, true]);
});

test("goes straight to the counter for a client's name", () => {
  const { store, used } = watchedStore();
  createLimiter({ policy, store }).allow("a");
  expect(used).toEqual(["take"]);
});

test("refuses a client without a name", () => {
  for (const own of [{}, { by: ["client"] }, { by: ["user"] }]) {
    const { allow } = createLimiter({ policy: { ...policy, ...own }, store: memoryStore() });
    expect(() => allow("")).toThrow(expect.objectContaining({ code: "SCOPE_INVALID" }));
  }
});

test("takes the policy's own cost", () => {
  const { allow } = createLimiter({ policy: { ...policy, cost: 2 }, store: memoryStore() });
  expect(["a", "a"].map(allow)).toEqual([true, false]);
});

describe("counts the same client in the same place as check does", () => {
  test.each([
    ["a name", "alice"],
    ["a name that begins with NUL", "\0alice"],
    ["a name as long as is kept", "x".repeat(256)],
    ["a longer name", "x".repeat(257)],
    ["a lone surrogate", "\ud800"],
  ])("%s", (_, client) => {
    const { allow, checkNow } = createLimiter({ policy, store: memoryStore({ clock: handClock().clock }) });
    expect(allow(client)).toBe(true);
    expect(checkNow({ client })).toMatchObject({ allowed: true, remaining: 1 });
    expect(allow(client)).toBe(true);
    expect(checkNow(client).allowed).toBe(false);
    expect(allow(client)).toBe(false);
  });
});

describe("takes the long way", () => {
  test.each<[string, Partial<PolicyOptions>, string | Record<string, string>]>([
    ["for a policy that does not count by client", { by: [] }, "a"],
    ["for a policy in shadow", { shadow: true }, "a"],
    ["for a scope of parts", {}, { client: "a" }],
    ["for a name that is too long to be a key", {}, "x".repeat(257)],
  ])("%s", (_, more, scope) => {
    const { store, used } = watchedStore();
    expect(createLimiter({ policy: { ...policy, ...more } as PolicyOptions, store, onWarning }).allow(scope)).toBe(
      true,
    );
    expect(used).toEqual(["charge"]);
  });

  test("for several policies, of which the strictest decides", () => {
    const { store, used } = watchedStore();
    const { allow } = createLimiter({ policies: [policy, { ...policy, name: "q", burst: 2 }], store });
    expect(["a", "a", "a"].map(allow)).toEqual([true, true, false]);
    expect(used).toEqual(["charge", "charge", "charge"]);
  });

  test("when a function chooses the policy or the scope", () => {
    const { store, used } = watchedStore();
    expect(createLimiter({ policy: () => policy, store }).allow("a")).toBe(true);
    expect(createLimiter({ policy, store, scope: (name: string) => `user ${name}` }).allow("a")).toBe(true);
    expect(used).toEqual(["charge", "charge"]);
  });

  test("when somebody wants to know of every decision", () => {
    const seen: Decision[] = [];
    const { allow } = createLimiter({
      policy,
      store: memoryStore(),
      observer: { onDecision: (decision) => void seen.push(decision) },
    });
    expect(["a", "a", "a", "a"].map(allow)).toEqual([true, true, true, false]);
    expect(seen.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
  });
});

test("refuses everybody at limit 0, and lets everybody pass in shadow", () => {
  const none: PolicyOptions = { name: "none", algorithm: "fixed-window", limit: 0, windowMs: 1_000 };
  expect(createLimiter({ policy: none, store: memoryStore() }).allow("a")).toBe(false);
  expect(createLimiter({ policy: { ...none, shadow: true }, store: memoryStore(), onWarning }).allow("a")).toBe(true);
});

test("refuses a scope that is none", () => {
  const { allow } = createLimiter({ policy, store: memoryStore() });
  expect(() => allow(7 as never)).toThrow(expect.objectContaining({ code: "SCOPE_INVALID" }));
});

test("refuses options, which it would not heed, and leaves an index that comes second alone", () => {
  const shadowed = { ...policy, shadow: true };
  for (const own of [policy, shadowed]) {
    const { allow } = createLimiter({ policy: own, store: memoryStore(), onWarning });
    for (const options of [{ cost: 6 }, {}, null, []]) {
      expect(() => (allow as (...all: unknown[]) => boolean)("a", options)).toThrow(
        expect.objectContaining({
          code: "OPTION_UNKNOWN",
          message: expect.stringContaining("allow takes the request alone (checkNow takes a cost), not "),
        }),
      );
    }
    expect(["a", "a", "a"].filter(allow)).toHaveLength(3);
  }
});

test("answers as onFailure says when the store is closed, and tells the observer", async () => {
  const codes: string[] = [];
  const observer = { onFailure: ({ code }: { code: string }) => void codes.push(code) };
  const closed = createLimiter({ policy, store: memoryStore(), observer });
  const open = createLimiter({ policy: { ...policy, onFailure: "open" }, store: memoryStore(), observer });
  for (const limiter of [closed, open]) await limiter.close();
  expect([closed.allow("a"), open.allow("a")]).toEqual([false, true]);
  expect(codes).toEqual(["STORE_CLOSED", "STORE_CLOSED"]);
});
