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

it.each([
  ["an error", new RangeError("enough"), { name: "RangeError", message: "enough" }],
  ["anything else", "enough", { name: "AbortError", message: "enough" }],
])("is over at once when the signal is aborted with %s, before or meanwhile", async (_name, reason, error) => {
  await expect(sleepFor(1e6, AbortSignal.abort(reason))).rejects.toMatchObject(error);
  const controller = new AbortController();
  const sleeping = sleepFor(1e6, controller.signal);
  controller.abort(reason);
  await expect(sleeping).rejects.toMatchObject(error);
});
