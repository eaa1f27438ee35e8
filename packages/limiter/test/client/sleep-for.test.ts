import { expect, it } from "vitest";
import { sleepFor } from "../../src/client/sleep-for.ts";

it("is over after its time, and leaves nothing with the signal", async () => {
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  const watched = Object.assign(signal, {
    addEventListener: (_name: string, listener: unknown) => void listeners.add(listener),
    removeEventListener: (_name: string, listener: unknown) => void listeners.delete(listener),
  });
  const sleeping = sleepFor(1, watched);
  expect(listeners.size).toBe(1);
  await sleeping;
  expect(listeners.size).toBe(0);
});

it.each([new RangeError("enough"), "enough", 5, null])(
  "is over at once when the signal is aborted, before or meanwhile, with its very reason: %o",
  async (reason) => {
    await expect(sleepFor(1e6, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const sleeping = sleepFor(1e6, controller.signal);
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
  },
);
