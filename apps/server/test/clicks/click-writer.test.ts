import { ClickError, type ClickStore } from "@narrows/clicks";
import { openMemoryClickLog, openMemoryClickStore, sampleClicks } from "@narrows/clicks/testing";
import { createLogger } from "@narrows/service";
import { expect, it, onTestFinished, vi } from "vitest";
import { createClickWriter } from "../../src/clicks/click-writer.ts";
import { createLate } from "../../src/clicks/late.ts";

/** Counts ten clicks into a store that refuses the first batch, and gives what was logged. */
async function logOfRefused(code: "POSITION_MOVED" | "STORE_UNAVAILABLE") {
  const lines: string[] = [];
  const source = openMemoryClickLog();
  await source.append(sampleClicks(10));
  const store = openMemoryClickStore();
  let isFirst = true;
  const refusing: ClickStore = {
    ...store,
    async store(batch) {
      if (isFirst) {
        isFirst = false;
        throw new ClickError(code);
      }
      return store.store(batch);
    },
  };
  const { part } = createClickWriter({
    source: createLate(async () => source),
    store: createLate(async () => refusing),
    prepare: async () => undefined,
    log: createLogger({ level: "debug", write: (line) => lines.push(line) }),
    clocks: { now: () => Date.UTC(2026, 0, 15, 13) },
    batches: { batchSize: 100, idleMs: 200 },
    rawRetentionMs: 7 * 86_400_000,
    retentionMs: undefined,
  });
  onTestFinished(() => part.stop());
  part.start();
  await vi.waitUntil(() => store.clicks.length === 10, { timeout: 60_000 });
  return lines.map((line) => JSON.parse(line) as { readonly level: string; readonly err?: object });
}

it("makes no fault of another writer that was there before", async () => {
  expect(await logOfRefused("POSITION_MOVED")).toMatchObject([{ level: "debug", partition: "memory" }]);
});

it("tells of a store that fails", async () => {
  expect(await logOfRefused("STORE_UNAVAILABLE")).toMatchObject([
    { level: "error", err: { code: "STORE_UNAVAILABLE" } },
  ]);
});
