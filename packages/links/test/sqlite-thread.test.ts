import { expect, it } from "vitest";
import { createThread } from "../src/stores/sqlite/thread.ts";

it("is asked nothing between its end and the start of the next one, for that would wait as long again", async () => {
  const entry = new URL("silent-thread.ts", import.meta.url);
  const thread = createThread({ entry, workerData: null, maxHeapMb: 16, deadlineMs: 50 });
  await expect(thread.ask("first")).rejects.toThrow("No answer from the database within 50 ms");
  await expect(thread.ask("second")).rejects.toThrow("stuck");
  await thread.close();
});

it("is ended when it does not close by itself", async () => {
  const entry = new URL("silent-thread.ts", import.meta.url);
  const thread = createThread({ entry, workerData: null, maxHeapMb: 16, deadlineMs: 50 });
  thread.start();
  await expect(thread.close()).resolves.toBeUndefined();
  await expect(thread.ask("late")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
});
