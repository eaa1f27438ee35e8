import { openMemoryClickLog, openMemoryClickStore } from "@narrows/clicks/testing";
import { createLogger } from "@narrows/service";
import { expect, it, onTestFinished, vi } from "vitest";
import { clickBatches } from "../../src/clicks/click-batches.ts";
import { createClickWriter } from "../../src/clicks/click-writer.ts";
import { createLate } from "../../src/clicks/late.ts";

const clickhouseUrl = new URL("http://127.0.0.1:8123");

it.each([
  { store: "ClickHouse", config: { clickhouseUrl }, asked: { records: 50_000, waitMs: 1_000 } },
  { store: "others", config: { clickhouseUrl: undefined }, asked: { records: 1_000, waitMs: 200 } },
])("a log is asked for as many clicks as suit $store", async ({ config, asked }) => {
  const source = openMemoryClickLog();
  const [read, wait] = [vi.spyOn(source, "read"), vi.spyOn(source, "wait")];
  const { part } = createClickWriter({
    source: createLate(async () => source),
    store: createLate(async () => openMemoryClickStore({ now: Date.now })),
    prepare: async () => undefined,
    log: createLogger({ level: "error", write: () => undefined }),
    clocks: { now: Date.now },
    batches: clickBatches(config),
    rawRetentionMs: 7 * 86_400_000,
    retentionMs: undefined,
  });
  onTestFinished(() => part.stop());
  part.start();
  await vi.waitUntil(() => wait.mock.calls.length > 0, { timeout: 60_000 });
  expect(read.mock.calls[0]?.[0].maxRecords).toBe(asked.records);
  expect(wait.mock.calls[0]?.[0]).toBe(asked.waitMs);
});
