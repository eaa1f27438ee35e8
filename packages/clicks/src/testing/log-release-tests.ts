import { expect, it, vi } from "vitest";
import { ClickError } from "../click-error.ts";
import type { LogBatch } from "../click-log.ts";
import { createLogReader, clicksOf, recordsOf } from "./log-reader.ts";
import { sampleClick, sampleClicks } from "./sample-click.ts";
import type { UseLog } from "./use-log.ts";

/** What is released needs not be kept, and what is lost is told. */
export function logReleaseTests(use: UseLog): void {
  it("goes on after what was released, also after a restart", async () => {
    const { start, restart } = await use();
    const first = await start();
    await first.log.append(sampleClicks(1_500));
    const reader = createLogReader(first.source);
    await reader.readRecords(1_500);
    await reader.release();
    await reader.release();
    const { log, source } = await restart();
    const next = createLogReader(source, reader.positions);
    expect(await next.readRound()).toEqual([]);
    await log.append(sampleClicks(10, 1_500));
    expect(clicksOf(await next.readRecords(10))).toEqual(sampleClicks(10, 1_500));
  });

  it("keeps what is not released, in the middle of what was appended", async () => {
    const { start, restart } = await use();
    const first = await start();
    await first.log.append(sampleClicks(1_000));
    const reader = createLogReader(first.source);
    const stored = clicksOf(await reader.readRecords(400, { maxRecords: 50 }));
    await reader.release();
    const { source } = await restart();
    const rest = clicksOf(await createLogReader(source, reader.positions).readRecords(1_000 - stored.length));
    expect([...stored, ...rest].map(({ id }) => id).sort()).toEqual(sampleClicks(1_000).map(({ id }) => id));
  });

  it("tells of a backlog until all is released", async () => {
    const { log, source } = await (await use()).start();
    await log.append(sampleClicks(500));
    const reader = createLogReader(source);
    await reader.readRecords(500);
    const backlog = await source.backlog();
    expect(backlog.records).toBeGreaterThan(0);
    expect(Number.isFinite(backlog.oldestAt)).toBe(true);
    await reader.release();
    // What is released may be noticed a little later.
    await vi.waitFor(async () => expect(await source.backlog()).toEqual({ records: 0, oldestAt: undefined }), {
      timeout: 20_000,
      interval: 20,
    });
  });

  it("ends a wait when it is told to, after its time, and when something was appended", async () => {
    const { log, source } = await (await use()).start();
    const abort = new AbortController();
    const waits = source.wait(600_000, abort.signal);
    abort.abort();
    await waits;
    await source.wait(600_000, abort.signal);
    await source.wait(1, new AbortController().signal);
    await log.append(sampleClicks(1));
    const reader = createLogReader(source);
    await vi.waitFor(
      async () => {
        await source.wait(50, new AbortController().signal);
        expect(recordsOf(await reader.readRound())).toHaveLength(1);
      },
      { timeout: 20_000, interval: 1 },
    );
  });

  it("says that records are lost, and goes on behind the gap when it is told to", async ({ skip }) => {
    const { subject, start, stop } = await use();
    const { loseOldest } = subject;
    if (loseOldest === undefined) return skip("this log loses nothing that is not released");
    const first = await start();
    for (let part = 0; part < 3; part += 1) await first.log.append(sampleClicks(1_000, part * 1_000));
    await createLogReader(first.source).readRecords(3_000);
    await stop();
    await loseOldest.call(subject);
    const { source } = await start();
    const reader = createLogReader(source);
    await vi.waitFor(() => expect(readUntilGap(reader)).resolves.toBe("LOG_GAP"), { timeout: 20_000, interval: 20 });
    const batches: LogBatch[] = [];
    await vi.waitFor(
      async () => {
        batches.push(...(await reader.readRound({ acrossGap: true })));
        expect(clicksOf(batches).at(-1)).toEqual(sampleClick(2_999));
      },
      { timeout: 20_000, interval: 5 },
    );
    const kept = clicksOf(batches);
    expect(kept.length).toBeLessThan(3_000);
    expect(kept).toEqual(sampleClicks(3_000).slice(-kept.length));
    expect(batches[0]?.from).toBe(0);
  });
}

async function readUntilGap(reader: ReturnType<typeof createLogReader>): Promise<string> {
  try {
    await reader.readRound();
    return "no gap";
  } catch (error) {
    if (error instanceof ClickError) return error.code;
    throw error;
  }
}
