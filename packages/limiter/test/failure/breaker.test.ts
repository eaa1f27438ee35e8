import { describe, expect, it, test } from "vitest";
import { LimiterError } from "../../src/errors.ts";
import { StoreFailure } from "../../src/store-failure.ts";
import { guarded, refusal, type Guarded } from "./guarded.ts";
import { answer, charges } from "./hand-store.ts";
import { settled } from "./hand-timers.ts";

const deadlineMs = 20;
const breaker = { failures: 3, coolDownMs: 100, maxCoolDownMs: 400 };

async function opened(options: Parameters<typeof guarded>[0] = {}, random = () => 0): Promise<Guarded> {
  const guard = guarded({ breaker, deadlineMs, ...options }, random);
  await open(guard);
  return guard;
}

async function open({ failed, timers }: Guarded): Promise<void> {
  for (let count = 1; count < breaker.failures; count++) await failed();
  await timers.advance(deadlineMs);
  await failed();
}

describe("a breaker opens", () => {
  it("after so many failures in a row, and then nothing is sent", async () => {
    const { failed, raw, states } = await opened();
    expect(states).toEqual(["open"]);
    expect(await failed()).toBe("STORE_BREAKER_OPEN");
    expect(raw.calls).toHaveLength(3);
  });

  it("by deadlines as by refusals", async () => {
    const { charge, timers, states } = guarded({ breaker, deadlineMs });
    for (let count = 0; count < breaker.failures; count++) {
      charge();
      await timers.advance(deadlineMs);
    }
    expect(states).toEqual(["open"]);
  });

  it("not by one short pause, in which everything under way fails at once", async () => {
    const { charge, timers, states } = guarded({ breaker, deadlineMs });
    for (let count = 0; count < 10; count++) charge();
    await timers.advance(deadlineMs - 1);
    for (let count = 0; count < 10; count++) charge();
    await timers.advance(deadlineMs);
    expect(states).toEqual([]);
  });

  it("at the first failure when that is to be enough", async () => {
    const { failed, states } = guarded({ breaker: { failures: 1 } });
    await failed();
    expect(states).toEqual(["open"]);
  });

  it("not while answers come in between", async () => {
    const { answered, failed, timers, states } = guarded({ breaker, deadlineMs });
    for (let count = 0; count < 10; count++) {
      await failed();
      await timers.advance(deadlineMs);
      await failed();
      await answered();
    }
    expect(states).toEqual([]);
  });

  const ofOneCounter = [
    new StoreFailure("STORE_STATE_UNREADABLE", "A list lies under this key."),
    new LimiterError("COST_ABOVE_LIMIT", "Too much."),
  ];
  test.each(ofOneCounter)("not by what is said of one counter: $code", async (reason) => {
    const { failed, timers, states } = guarded({ breaker, deadlineMs });
    for (let count = 0; count < 10; count++) {
      expect(await failed(reason)).toBe(reason.code);
      await timers.advance(deadlineMs);
    }
    expect(states).toEqual([]);
  });

  it("and tells why it did", async () => {
    const { store } = await opened();
    await expect(store.charge(charges)).rejects.toMatchObject({ cause: refusal });
  });
});

describe("an open breaker", () => {
  it("lets one call ask after the cool-down, and no other until that is answered", async () => {
    const { charge, raw, timers, states } = await opened();
    await timers.advance(100);
    const probe = charge();
    const other = charge();
    await settled();
    expect([probe.outcome, other.outcome]).toEqual(["pending", "STORE_BREAKER_OPEN"]);
    expect(raw.calls).toHaveLength(4);
    raw.last().resolve(answer);
    await settled();
    expect(probe.outcome).toBe(answer);
    expect(states).toEqual(["open", "half-open", "closed"]);
  });

  it("stays open when the probe gets no answer in time", async () => {
    const { charge, timers, states } = await opened();
    await timers.advance(100);
    charge();
    await timers.advance(20);
    expect(states).toEqual(["open", "half-open", "open"]);
  });

  it("waits twice as long after each probe that fails, up to a bound, and begins anew when it has closed", async () => {
    const guard = await opened();
    const { failed, answered, timers, raw, states } = guard;
    const coolDown = async (): Promise<number> => {
      for (let ms = 0; ; ms += 50) {
        const sent = raw.calls.length;
        await failed();
        if (raw.calls.length > sent) return ms;
        await timers.advance(50);
      }
    };
    expect([await coolDown(), await coolDown(), await coolDown(), await coolDown()]).toEqual([100, 200, 400, 400]);
    await timers.advance(400);
    expect(await answered()).toBe(answer);
    expect(states.at(-1)).toBe("closed");
    await open(guard);
    expect(await coolDown()).toBe(100);
  });

  it("draws its cool-down from half of its length to all of it", async () => {
    const { failed, raw, timers } = await opened({}, () => 1);
    await timers.advance(49);
    await failed();
    expect(raw.calls).toHaveLength(3);
    await timers.advance(1);
    await failed();
    expect(raw.calls).toHaveLength(4);
  });

  it("heeds no outcome of a call that was made before", async () => {
    const guard = guarded({ breaker });
    for (let count = 1; count < breaker.failures; count++) await guard.failed();
    await guard.timers.advance(deadlineMs);
    guard.charge();
    const early = guard.raw.last();
    await guard.failed();
    early.resolve(answer);
    await settled();
    expect(guard.states).toEqual(["open"]);
    await guard.timers.advance(100);
    guard.charge();
    guard.raw.last().resolve(answer);
    await settled();
    expect(guard.states).toEqual(["open", "half-open", "closed"]);
  });
});
