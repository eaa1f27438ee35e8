import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createThread, type ThreadOptions } from "../src/stores/sqlite/thread.ts";

const options: Omit<ThreadOptions, "entry"> = {
  workerData: null,
  maxHeapMb: 16,
  deadlineMs: 50,
  lossCode: "STORE_OUTCOME_UNKNOWN",
};

it("is asked nothing between its end and the start of the next one, for that would wait as long again", async () => {
  const entry = new URL("silent-thread.ts", import.meta.url);
  const thread = createThread({ ...options, entry });
  await expect(thread.ask("first")).rejects.toThrow("No answer from the database within 50 ms");
  await expect(thread.ask("second")).rejects.toThrow("stuck");
  await thread.close();
});

it("is ended when it does not close by itself", async () => {
  const entry = new URL("silent-thread.ts", import.meta.url);
  const thread = createThread({ ...options, entry });
  thread.start();
  await expect(thread.close()).resolves.toBeUndefined();
  await expect(thread.ask("late")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});

describe("an answer that is lost", () => {
  const entry = new URL("answering-thread.ts", import.meta.url);

  it("is one that may have been, once the thread had begun", async () => {
    const silent = createThread({ ...options, entry });
    await expect(silent.ask("silence")).rejects.toMatchObject({ code: "STORE_OUTCOME_UNKNOWN" });
    await silent.close();
    const dying = createThread({ ...options, entry, deadlineMs: 10_000 });
    await expect(dying.ask("death")).rejects.toMatchObject({ code: "STORE_OUTCOME_UNKNOWN" });
    await dying.close();
  });

  it("is one that cannot have been when the thread died at its start", async () => {
    const thread = createThread({
      ...options,
      entry: new URL("no-such-thread.ts", import.meta.url),
      deadlineMs: 10_000,
    });
    await expect(thread.ask("first")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await thread.close();
  });

  it("is none when it was there and the process slept over the deadline", async () => {
    const thread = createThread({ ...options, entry });
    const inTimer = setTimeout;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await thread.ask("echo")).toBe("echo");
    const answered = new Int32Array(new SharedArrayBuffer(4));
    // In a timer, as after a sleep: nothing comes in while the other thread answers, and the deadline's timer is the first to
    // run after that.
    const asked = Promise.withResolvers<unknown>();
    inTimer(() => {
      asked.resolve(thread.ask(answered));
      Atomics.wait(answered, 0, 0, 60_000);
      vi.advanceTimersByTime(options.deadlineMs);
    }, 1);
    expect(await asked.promise).toEqual(answered);
    vi.useRealTimers();
    await thread.close();
  });
});
