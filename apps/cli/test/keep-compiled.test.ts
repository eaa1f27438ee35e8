import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepCompiled } from "../src/keep-compiled.ts";

describe("keeping what was compiled", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("waits until there is little else to do, and does it once", () => {
    const shares = [0.9, 0.06, 0.04, 0];
    const flush = vi.fn<() => void>();
    keepCompiled({ flush, busyShare: () => shares.shift() ?? 0 });
    vi.advanceTimersByTime(8_999);
    expect(flush).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(flush).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(flush).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("takes this thread's own share where none is given", () => {
    const flush = vi.fn<() => void>();
    keepCompiled({ flush });
    // Timers are not the real ones, so that the loop is at work from its first look to this one, some time later.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    vi.advanceTimersByTime(3_000);
    expect(flush).not.toHaveBeenCalled();
    vi.clearAllTimers();
  });
});
