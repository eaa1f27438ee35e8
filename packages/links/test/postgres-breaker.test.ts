import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Breaker } from "../src/stores/postgres/breaker.ts";

describe("the breaker of PostgreSQL", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(answers: readonly boolean[]) {
    const left = [...answers];
    const opened: unknown[] = [];
    const probe = vi.fn<() => Promise<void>>(async () => {
      if (left.shift() !== true) throw new Error("down");
    });
    const onOpen = (reason: unknown) => opened.push(reason);
    const onAnswer = vi.fn<() => void>();
    const breaker = new Breaker({ probe, verify: probe, minPauseMs: 100, maxPauseMs: 400, onOpen, onAnswer });
    return { breaker, probe, opened, onAnswer };
  }

  it("refuses nothing until it is opened, and then everything with one reason", () => {
    const { breaker, opened } = start([]);
    expect(breaker.refusal()).toBeUndefined();
    breaker.open(new Error("gone"));
    breaker.open(new Error("gone again"));
    expect(breaker.refusal()).toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(opened).toHaveLength(1);
    expect(breaker.stats()).toEqual({ isOpen: true, opened: 1, refused: 1 });
    breaker.close();
  });

  it("probes less and less often, and closes with the first probe that succeeds", async () => {
    const { breaker, probe, onAnswer } = start([false, false, false, true]);
    breaker.open(new Error("gone"));
    for (const [ms, probes] of [
      [99, 0],
      [1, 1],
      [199, 1],
      [1, 2],
      [400, 3],
      [399, 3],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(probe).toHaveBeenCalledTimes(probes);
      expect(breaker.stats().isOpen).toBe(true);
    }
    expect(onAnswer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(breaker.refusal()).toBeUndefined();
    expect(onAnswer).toHaveBeenCalledTimes(1);
  });

  it("verifies a suspicion once, and opens only when that fails", async () => {
    const { breaker, probe, opened, onAnswer } = start([true, false]);
    breaker.suspect(new Error("late"));
    breaker.suspect(new Error("late again"));
    await vi.advanceTimersByTimeAsync(0);
    expect([probe.mock.calls.length, breaker.stats().opened]).toEqual([1, 0]);
    expect(onAnswer).toHaveBeenCalledTimes(1);
    breaker.suspect(new Error("gone"));
    await vi.advanceTimersByTimeAsync(0);
    expect(probe).toHaveBeenCalledTimes(2);
    expect(opened).toMatchObject([{ code: "STORE_UNAVAILABLE", message: expect.stringContaining("gone") as string }]);
    breaker.close();
  });

  it("probes no more when it is closed for good", async () => {
    const { breaker, probe } = start([false, false]);
    breaker.open(new Error("gone"));
    await vi.advanceTimersByTimeAsync(100);
    breaker.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(probe).toHaveBeenCalledTimes(1);
  });
});
