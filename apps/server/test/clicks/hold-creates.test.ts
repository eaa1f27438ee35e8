import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHoldCreates } from "../../src/clicks/hold-creates.ts";

describe("creates while clicks wait that must not be lost", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("go on at once where nothing presses", async () => {
    await expect(createHoldCreates()()).resolves.toBeUndefined();
    await expect(createHoldCreates(() => "none")()).resolves.toBeUndefined();
  });

  it("wait for half a second once it presses", async () => {
    let isThrough = false;
    const held = createHoldCreates(() => "slow")().then(() => (isThrough = true));
    await vi.advanceTimersByTimeAsync(499);
    expect(isThrough).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await held;
    expect(isThrough).toBe(true);
  });

  it("are refused while the backlog is over its budget, also after they waited", async () => {
    const refusal = { code: "CLICK_BACKLOG" };
    await expect(createHoldCreates(() => "refuse")()).rejects.toMatchObject(refusal);
    const pressures = ["slow", "refuse"] as const;
    let asked = 0;
    const worse = createHoldCreates(() => pressures[asked++] ?? "none")();
    await Promise.all([expect(worse).rejects.toMatchObject(refusal), vi.advanceTimersByTimeAsync(500)]);
  });
});
