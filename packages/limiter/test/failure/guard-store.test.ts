import { describe, expect, it, test } from "vitest";
import { LimiterError } from "../../src/errors.ts";
import type { GuardOptions } from "../../src/failure/guard-options.ts";
import { guardStore } from "../../src/failure/guard-store.ts";
import type { Store } from "../../src/store.ts";
import { watchRejections } from "../watch-rejections.ts";
import { guarded, refusal } from "./guarded.ts";
import { answer, charges, createHandStore, watch } from "./hand-store.ts";
import { settled } from "./hand-timers.ts";

const verbs: readonly [keyof Store, (store: Store) => Promise<unknown>][] = [
  ["charge", (store) => store.charge(charges)],
  ["peek", (store) => store.peek(charges)],
  ["refund", (store) => store.refund(charges, 5)],
  ["penalize", (store) => store.penalize(charges)],
  ["block", (store) => store.block(charges, 60)],
  ["reset", (store) => store.reset(charges)],
];

describe("what answers in the store's place", () => {
  it("comes with the guard and counts in memory", () => {
    const store = guardStore({ ...createHandStore(), traits: { ...createHandStore().traits, liveNodes: () => 5 } });
    const allowed = () => store.fallback?.decide(charges, ["memory"], "charge").verdicts[0]?.allowed;
    expect([allowed(), allowed(), allowed()]).toEqual([true, true, false]);
  });

  it("looks by the guard's own timers whether there is anything left to count", () => {
    const { store, timers } = guarded();
    const before = timers.pending;
    store.fallback?.decide(charges, ["memory"], "charge");
    expect(timers.pending).toBe(before + 1);
  });

  it("is the store's own where it has one", () => {
    const { fallback } = guardStore(createHandStore());
    expect(guardStore({ ...createHandStore(), ...(fallback === undefined ? {} : { fallback }) }).fallback).toBe(
      fallback,
    );
  });
});

describe("a call", () => {
  it("has the store's answer", async () => {
    expect(await guarded().answered()).toBe(answer);
  });

  it("has the store's failure", async () => {
    expect(await guarded().failed()).toBe("STORE_REFUSED");
  });

  it("fails as the store does when that throws instead of rejecting", async () => {
    const raw: Store = {
      ...createHandStore(),
      charge: () => {
        throw refusal;
      },
    };
    await expect(guardStore(raw).charge(charges)).rejects.toBe(refusal);
  });

  it("is over at its deadline and not before", async () => {
    const { charge, timers } = guarded({ deadlineMs: 20 });
    const call = charge();
    await timers.advance(19);
    expect(call.outcome).toBe("pending");
    await timers.advance(1);
    expect(call.outcome).toBe("STORE_DEADLINE");
  });

  it("has a deadline of its own, however many are under way", async () => {
    const { charge, timers, raw } = guarded({ deadlineMs: 20 });
    const first = charge();
    await timers.advance(15);
    const second = charge();
    raw.calls[0]?.resolve(answer);
    await timers.advance(19);
    expect([first.outcome, second.outcome]).toEqual([answer, "pending"]);
    await timers.advance(1);
    expect(second.outcome).toBe("STORE_DEADLINE");
  });

  it("is never made twice", async () => {
    const { charge, timers, raw } = guarded();
    charge();
    await timers.advance(1_000);
    expect(raw.calls).toHaveLength(1);
  });

  test.each(verbs)("of %s is passed on as it is, and bounded", async (verb, ask) => {
    const { store, raw, timers } = guarded();
    const call = watch(ask(store));
    expect(raw.last().verb).toBe(verb);
    const direct = createHandStore();
    void ask(direct);
    expect(raw.last().args).toEqual(direct.last().args);
    await timers.advance(20);
    expect(call.outcome).toBe("STORE_DEADLINE");
  });
});

describe("a reply that comes too late", () => {
  it("changes nothing and is counted, whether it is an answer or a failure", async () => {
    const guard = guarded();
    const calls = [guard.charge(), guard.charge()];
    await guard.timers.advance(20);
    guard.raw.calls[0]?.resolve(answer);
    guard.raw.calls[1]?.reject(refusal);
    await settled();
    expect(calls.map(({ outcome }) => outcome)).toEqual(["STORE_DEADLINE", "STORE_DEADLINE"]);
    expect(guard.late).toBe(2);
  });

  it("does not close the breaker", async () => {
    const { charge, timers, raw, states } = guarded({ breaker: { failures: 1 } });
    charge();
    await timers.advance(20);
    raw.last().resolve(answer);
    await settled();
    expect(states).toEqual(["open"]);
  });
});

describe("time", () => {
  it("is watched by one timer for any number of calls", () => {
    const { charge, timers } = guarded();
    for (let count = 0; count < 1_000; count++) charge();
    expect(timers.set).toBe(1);
  });

  it("is not watched while nothing is under way", async () => {
    const { answered, timers } = guarded();
    await answered();
    await timers.advance(20);
    expect(timers.pending).toBe(0);
  });

  it("that the process itself spent leaves some for answers to be read in", async () => {
    const { charge, raw, timers } = guarded({ deadlineMs: 20 });
    const [read, unanswered] = [charge(), charge()];
    timers.stall(100);
    await timers.advance(4);
    raw.calls[0]?.resolve(answer);
    await timers.advance(1);
    expect([read.outcome, unanswered.outcome]).toEqual([answer, "STORE_DEADLINE"]);
  });
});

describe("calls in flight", () => {
  it("are so many at most; what comes on top is not sent", async () => {
    const { charge, raw } = guarded({ maxInFlight: 3 });
    const calls = [charge(), charge(), charge(), charge()];
    await settled();
    expect(calls.map(({ outcome }) => outcome)).toEqual(["pending", "pending", "pending", "STORE_OVERLOADED"]);
    expect(raw.calls).toHaveLength(3);
    raw.calls[0]?.resolve(answer);
    await settled();
    expect(charge().outcome).toBe("pending");
    expect(raw.calls).toHaveLength(4);
  });

  it("are counted past their deadline, while the client still keeps them", async () => {
    const { charge, raw, timers } = guarded({ maxInFlight: 2, breaker: { failures: 100 } });
    charge();
    await timers.advance(20);
    charge();
    const third = charge();
    await settled();
    expect(third.outcome).toBe("STORE_OVERLOADED");
    raw.calls[0]?.resolve(answer);
    await settled();
    charge();
    expect(raw.calls).toHaveLength(3);
  });

  it("that nobody ever answers do not keep their places for ever", async () => {
    const guard = guarded({ maxInFlight: 2, breaker: { failures: 100, coolDownMs: 50 } });
    guard.charge();
    guard.charge();
    await guard.timers.advance(20);
    expect(await guard.answered()).toBe("STORE_BREAKER_OPEN");
    await guard.timers.advance(50);
    expect(await guard.answered()).toBe(answer);
    expect(guard.states).toEqual(["open", "half-open", "closed"]);
    const [one, other] = [guard.charge(), guard.charge()];
    await settled();
    expect([one.outcome, other.outcome]).toEqual(["pending", "pending"]);
  });
});

describe("a closed guard", () => {
  it("ended everything at once, and sends nothing more", async () => {
    const { store, charge, raw, timers } = guarded();
    const calls = [charge(), charge()];
    const closing = watch(store.close());
    await settled();
    expect(calls.map(({ outcome }) => outcome)).toEqual(["STORE_CLOSED", "STORE_CLOSED"]);
    expect(raw.last().verb).toBe("close");
    raw.last().resolve();
    await settled();
    expect(closing.outcome).toBeUndefined();
    const later = charge();
    await settled();
    expect(later.outcome).toBe("STORE_CLOSED");
    expect(raw.calls).toHaveLength(3);
    expect(timers.pending).toBe(0);
  });

  it("waits for a store that does not close no longer than a deadline", async () => {
    const { store, timers } = guarded({ deadlineMs: 20 });
    const closing = watch(store.close());
    await timers.advance(20);
    expect(closing.outcome).toBeUndefined();
  });

  it("hears no late reply, and is closed once", async () => {
    const guard = guarded();
    guard.charge();
    await guard.timers.advance(20);
    void guard.store.close();
    await guard.store.close();
    guard.raw.calls[0]?.resolve(answer);
    await settled();
    expect(guard.late).toBe(0);
    expect(guard.raw.calls.filter(({ verb }) => verb === "close")).toHaveLength(1);
  });
});

test.each([
  () => {
    throw new Error("a hook");
  },
  async () => Promise.reject(new Error("a hook")),
])("hooks that throw stop nothing, now or later", async (fault) => {
  const rejections = watchRejections();
  const observer = { onBreaker: fault, onLateReply: fault };
  const { charge, timers, raw, failed } = guarded({ observer, breaker: { failures: 1 } });
  const call = charge();
  await timers.advance(20);
  raw.last().resolve(answer);
  await settled();
  expect(call.outcome).toBe("STORE_DEADLINE");
  expect(await failed()).toBe("STORE_BREAKER_OPEN");
  expect(await rejections()).toEqual([]);
});

test("what a store is shines through", () => {
  const { store, raw } = guarded();
  expect(store.traits).toBe(raw.traits);
});

const nonsense: readonly GuardOptions[] = [
  { deadlineMs: 0 },
  { deadlineMs: Number.NaN },
  { deadlineMs: Infinity },
  { maxInFlight: 0 },
  { maxInFlight: 1.5 },
  { breaker: { failures: 0 } },
  { breaker: { failures: 2.5 } },
  { breaker: { coolDownMs: -1 } },
  { breaker: { coolDownMs: 500, maxCoolDownMs: 400 } },
];

test.each([
  [{ deadline: 5 }, 'guardStore takes deadlineMs, maxInFlight, breaker, observer, not "deadline".'],
  [{ breaker: { failure: 2 } }, 'breaker takes failures, coolDownMs, maxCoolDownMs, not "failure".'],
  [{ breaker: true }, "breaker takes failures, coolDownMs, maxCoolDownMs, not true."],
])("%j is refused with the options that there are", (options, what) => {
  expect(() => guardStore(createHandStore(), options as never)).toThrow(
    expect.objectContaining({ code: "OPTION_UNKNOWN", message: expect.stringContaining(what) }),
  );
});

test("a deadline that is a text is told as one", () => {
  expect(() => guardStore(createHandStore(), { deadlineMs: "20" } as never)).toThrow(
    '`deadlineMs` is "20", not a number',
  );
});

test.each(nonsense)("%j is refused", (options) => {
  const make = () => guardStore(createHandStore(), options);
  expect(make).toThrow(LimiterError);
  expect(make).toThrow(expect.objectContaining({ code: "STORE_OPTION_INVALID" }));
});
