import { describe, expect, it, onTestFinished } from "vitest";
import { openFileLog, openFileSource } from "../../src/logs/files/index.ts";
import { openMemoryClickStore } from "../../src/testing/memory-click-store.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { ledgerOf, count, recordAll, startWriter, untilEmpty } from "./pipeline.ts";

describe("the ledger of clicks in files", () => {
  it("is exact with two writers that read and remove the same files", async () => {
    const folder = await temporaryFolder();
    const log = await openFileLog({ folder, partition: "start-1", maxSegmentBytes: 10_000, now: Date.now });
    onTestFinished(() => log.close());
    const store = openMemoryClickStore({ checksIds: false });
    const writers = [40, 70].map((batchSize) => {
      const source = openFileSource({ folder, now: Date.now });
      return { source, writer: startWriter(source, store, { batchSize }) };
    });
    expect(await recordAll(log)).toEqual({ recorded: count, taken: count, dropped: 0 });
    for (const { source } of writers) await untilEmpty(source);
    expect(ledgerOf(store)).toEqual({ stored: count, duplicates: 0 });
    expect(writers.map(({ writer }) => writer.stats().gaps)).toEqual([0, 0]);
  });
});
