import { describe, expect, it } from "vitest";
import type { GuardOptions } from "../../src/failure/guard-options.ts";
import { guardStoreIn } from "../../src/failure/guard-store.ts";
import type { Charge } from "../../src/store.ts";
import { answer, charges, createHandStore, watch } from "./hand-store.ts";
import { createHandTimers, settled } from "./hand-timers.ts";

/** A guarded store whose counters lie where the test says. */
function sharded(options: GuardOptions = {}) {
  const raw = createHandStore();
  const timers = createHandTimers();
  const states: string[] = [];
  const observer = { onBreaker: (state: string, shard: string) => void states.push(`${state} ${shard}`) };
  const [charge] = charges;
  const at = (shard: string): readonly Charge[] => (charge === undefined ? [] : [{ ...charge, key: [shard] }]);
  const store = guardStoreIn(
    { timers, random: () => 0 },
    {
      ...raw,
      traits: { ...raw.traits, isSharded: true },
      shardOf: ([{ key: [shard] } = { key: [] }]) => (shard === "nowhere" ? undefined : shard),
    },
    { observer, ...options },
  );
  return {
    raw,
    timers,
    states,
    store,
    charge: (shard: string) => watch(store.charge(at(shard))),
    /** Charges, and the store answers. */
    async answered(shard: string): Promise<unknown> {
      const sent = raw.calls.length;
      const call = watch(store.charge(at(shard)));
      if (raw.calls.length > sent) raw.last().resolve(answer);
      await settled();
      return call.outcome;
    },
  };
}

describe("a store of several nodes", () => {
  it("is left alone only where it fails, and asked there again by itself", async () => {
    const { charge, answered, timers, states } = sharded({ breaker: { failures: 1, coolDownMs: 50 } });
    const lost = charge("a");
    await timers.advance(20);
    expect([lost.outcome, await answered("a"), await answered("b")]).toEqual([
      "STORE_DEADLINE",
      "STORE_BREAKER_OPEN",
      answer,
    ]);
    await timers.advance(50);
    expect([await answered("a"), await answered("b")]).toEqual([answer, answer]);
    expect(states).toEqual(["open a", "half-open a", "closed a"]);
  });

  it("has places for calls in flight at each node", async () => {
    const { charge, answered } = sharded({ maxInFlight: 2 });
    const calls = [charge("a"), charge("a"), charge("a")];
    await settled();
    expect(calls.map(({ outcome }) => outcome)).toEqual(["pending", "pending", "STORE_OVERLOADED"]);
    expect(await answered("b")).toBe(answer);
  });

  it("keeps the places of calls that nobody answered where an answer tells nothing about them", async () => {
    const { charge, answered, raw, timers } = sharded({ maxInFlight: 2, breaker: { failures: 100, coolDownMs: 50 } });
    charge("nowhere");
    charge("nowhere");
    await timers.advance(20);
    expect(await answered("nowhere")).toBe("STORE_BREAKER_OPEN");
    for (let probe = 0; probe < 3; probe++) {
      await timers.advance(50);
      // Some other node answers, and the two still wait.
      expect(await answered("nowhere")).toBe(answer);
      expect(await answered("nowhere")).toBe("STORE_BREAKER_OPEN");
    }
    raw.calls[0]?.resolve(answer);
    await timers.advance(50);
    expect([await answered("nowhere"), await answered("nowhere")]).toEqual([answer, answer]);
  });

  it("needs no more memory for more nodes than there can be", async () => {
    const { charge, answered, raw } = sharded({ maxInFlight: 1 });
    for (let node = 0; node < 1_024; node++) charge(`node ${node}`);
    expect(charge("one more").outcome).toBe("pending");
    const overloaded = charge("and one more");
    await settled();
    // They share what counters without a known place have.
    expect(overloaded.outcome).toBe("STORE_OVERLOADED");
    for (const call of raw.calls) call.resolve(answer);
    await settled();
    charge("new");
    expect(await answered("newer")).toBe(answer);
  });

  it("is closed as a whole", async () => {
    const { store, charge, raw } = sharded();
    const calls = [charge("a"), charge("b"), charge("nowhere")];
    void store.close();
    await settled();
    calls.push(charge("a"), charge("c"));
    await settled();
    expect(calls.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => "STORE_CLOSED"));
    expect(raw.calls.filter(({ verb }) => verb === "charge")).toHaveLength(3);
  });
});
