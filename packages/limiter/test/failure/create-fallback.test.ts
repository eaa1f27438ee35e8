import { afterEach, describe, expect, it, test, vi } from "vitest";
import { compilePolicy } from "../../src/compile-policy.ts";
import { createFallback, type FallbackOptions } from "../../src/failure/create-fallback.ts";
import type { OnFailure } from "../../src/failure/on-failure.ts";
import { systemTimers } from "../../src/failure/timers.ts";
import type { CommonPolicyOptions } from "../../src/policy-options.ts";
import type { Charge } from "../../src/store.ts";
import { createHandTimers } from "./hand-timers.ts";

afterEach(() => {
  vi.useRealTimers();
});

const startMicros = 1_800_000_000_000_000;

type Limit = Partial<CommonPolicyOptions> & { readonly limit: number };

function chargeOf({ limit, ...common }: Limit, cost = 1): Charge {
  const policy = compilePolicy({ name: "p", algorithm: "fixed-window", limit, windowMs: 1_000, ...common });
  return { policy, key: ["someone"], cost };
}

function fallback(options: Partial<FallbackOptions> = {}) {
  return createFallback({ liveNodes: () => 4, clock: () => startMicros, timers: createHandTimers(), ...options });
}

const refused = { allowed: false, remaining: 0, retryAfterMs: 1_000, resetAfterMs: 0 };

describe("open", () => {
  it("allows as if nothing had been taken", () => {
    const { verdicts } = fallback().decide([chargeOf({ limit: 10 }, 3)], ["open"], "charge");
    expect(verdicts).toEqual([{ allowed: true, remaining: 10, retryAfterMs: 0, resetAfterMs: 0 }]);
  });
});

describe("closed", () => {
  it("refuses for a second", () => {
    expect(fallback().decide([chargeOf({ limit: 10 })], ["closed"], "charge").verdicts).toEqual([refused]);
  });

  it("refuses all policies of the decision, and then nothing is charged", () => {
    const { decide } = fallback();
    const counted = chargeOf({ limit: 8, name: "counted" });
    const both = [counted, chargeOf({ limit: 10, name: "closed" })];
    for (let count = 0; count < 5; count++) {
      const { verdicts } = decide(both, ["memory", "closed"], "charge");
      expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, false]);
    }
    expect(decide([counted], ["memory"], "charge").verdicts[0]?.remaining).toBe(1);
  });

  it("in shadow refuses nobody, and the others are charged", () => {
    const { decide } = fallback();
    const counted = chargeOf({ limit: 8, name: "counted" });
    decide([chargeOf({ limit: 10, name: "closed", shadow: true }), counted], ["closed", "memory"], "charge");
    expect(decide([counted], ["memory"], "charge").verdicts[0]?.remaining).toBe(0);
  });
});

/** What a node gives at most, of charges of 1. */
function given(charge: Charge, options?: Partial<FallbackOptions>, most = 100): number {
  const { decide } = fallback(options);
  let count = 0;
  while (count < most && decide([charge], ["memory"], "charge").verdicts[0]?.allowed === true) count++;
  return count;
}

describe("memory", () => {
  test.each([
    { limit: 8, nodes: 4, share: 2 },
    { limit: 10, nodes: 4, share: 2 },
    { limit: 3, nodes: 4, share: 1 },
    { limit: 10, nodes: 1, share: 10 },
    { limit: 10, nodes: 2.5, share: 3 },
    { limit: 0, nodes: 4, share: 0 },
  ])("gives $share of $limit on each of $nodes nodes", ({ limit, nodes, share }) => {
    expect(given(chargeOf({ limit }), { liveNodes: () => nodes })).toBe(share);
  });

  it("says when the share comes back", () => {
    const { decide } = fallback({ clock: () => startMicros + 400_000 });
    const charge = chargeOf({ limit: 4 });
    decide([charge], ["memory"], "charge");
    expect(decide([charge], ["memory"], "charge")).toEqual({
      verdicts: [{ allowed: false, remaining: 0, retryAfterMs: 600, resetAfterMs: 600 }],
      atMicros: startMicros + 400_000,
    });
  });

  it("charges nothing when it is only looked at", () => {
    const { decide } = fallback();
    const charge = chargeOf({ limit: 4 });
    for (let count = 0; count < 3; count++) {
      expect(decide([charge], ["memory"], "peek").verdicts[0]?.allowed).toBe(true);
    }
    expect(decide([charge], ["memory"], "charge").verdicts[0]?.allowed).toBe(true);
  });

  it("refuses a cost above the share, and then nothing is charged", () => {
    const { decide } = fallback();
    const other = chargeOf({ limit: 40, name: "other" }, 3);
    const { verdicts } = decide([chargeOf({ limit: 8 }, 3), other], ["memory", "memory"], "charge");
    expect(verdicts).toEqual([refused, expect.objectContaining({ allowed: true })]);
    expect(decide([other], ["memory"], "charge").verdicts[0]?.remaining).toBe(7);
  });

  it("is not held up by a cost above the share of a policy in shadow", () => {
    const { decide } = fallback();
    const other = chargeOf({ limit: 40, name: "other" }, 3);
    decide([chargeOf({ limit: 8, shadow: true }, 3), other], ["memory", "memory"], "charge");
    expect(decide([other], ["memory"], "charge").verdicts[0]?.remaining).toBe(4);
  });

  it("gives what is left of a smaller share when a node joins, and no second one", () => {
    let nodes = 2;
    const { decide } = fallback({ liveNodes: () => nodes });
    const take = () => decide([chargeOf({ limit: 12 })], ["memory"], "charge").verdicts[0]?.allowed;
    expect([take(), take()]).toEqual([true, true]);
    nodes = 4;
    expect([take(), take()]).toEqual([true, false]);
  });

  test.each([() => Number.NaN, () => 0, () => -3, () => Infinity, thrown])(
    "goes by the last number of nodes that made sense: %s",
    (fault) => {
      const answers = [() => 4, fault];
      const liveNodes = () => (answers.shift() ?? fault)();
      expect(given(chargeOf({ limit: 8 }), { liveNodes })).toBe(2);
    },
  );

  it("gives no fresh share while the old one counts, however long the store has been back", () => {
    vi.useFakeTimers();
    let nowMicros = startMicros;
    const { decide } = fallback({ timers: systemTimers, clock: () => nowMicros });
    const charge = { ...chargeOf({ limit: 4 }), policy: compilePolicy(hourly) };
    const take = () => decide([charge], ["memory"], "charge").verdicts[0]?.allowed;
    expect(take()).toBe(true);
    vi.advanceTimersByTime(600_000);
    expect(take()).toBe(false);
    nowMicros += 3_600_000_000;
    vi.advanceTimersByTime(60_000);
    // Neither the counters nor what would sweep them are left.
    expect(vi.getTimerCount()).toBe(0);
    expect(take()).toBe(true);
  });

  it("gives back what it has taken, to those that count", () => {
    const { decide, refund } = fallback();
    const charges = [chargeOf({ limit: 16, name: "counted" }, 3), chargeOf({ limit: 16, name: "open" }, 3)];
    const modes: readonly OnFailure[] = ["memory", "open"];
    refund(charges, modes, startMicros);
    const { atMicros } = decide(charges, modes, "charge");
    refund([chargeOf({ limit: 16, name: "counted" }, 2), chargeOf({ limit: 16, name: "open" }, 2)], modes, atMicros);
    expect(decide([chargeOf({ limit: 16, name: "counted" })], ["memory"], "peek").verdicts[0]?.remaining).toBe(3);
    refund([chargeOf({ limit: 16, name: "counted" }, 9)], ["memory"], atMicros);
    expect(decide([chargeOf({ limit: 16, name: "counted" })], ["memory"], "peek").verdicts[0]?.remaining).toBe(4);
  });

  it("answers with open ones, each in its own way", () => {
    const { decide } = fallback();
    const both = [chargeOf({ limit: 4, name: "a" }), chargeOf({ limit: 4, name: "b" })];
    const modes: readonly OnFailure[] = ["memory", "open"];
    const allowed = () => decide(both, modes, "charge").verdicts.map((verdict) => verdict.allowed);
    expect([allowed(), allowed()]).toEqual([
      [true, true],
      [false, true],
    ]);
  });
});

const hourly = { name: "p", algorithm: "fixed-window", limit: 4, windowMs: 3_600_000 } as const;

function thrown(): number {
  throw new Error("The registry of nodes is down.");
}
