import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { waitAtMost, within } from "../src/within.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

describe("waitAtMost", () => {
  it("ends with what is waited for, or with its failure, and leaves no timer", async () => {
    await waitAtMost(1_000, Promise.resolve("x"));
    await expect(waitAtMost(1_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends after its time though nothing comes", async () => {
    const startedAtMs = Date.now();
    const waited = waitAtMost(1_000, never).then(() => Date.now() - startedAtMs);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await waited).toBe(1_000);
  });
});

describe("within", () => {
  it("gives what comes in time, or its failure, and leaves no timer", async () => {
    expect(await within(1_000, Promise.resolve("x"), "late")).toBe("x");
    await expect(within(1_000, Promise.reject(new Error("broken")), "late")).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("says that it is late when nothing comes in time", async () => {
    const refused = within(1_000, never, "late").catch(String);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await refused).toBe("Error: late");
  });
});
