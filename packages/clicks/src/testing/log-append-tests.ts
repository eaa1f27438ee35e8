import { expect, it, vi } from "vitest";
import { createLogReader, clicksOf, recordsOf } from "./log-reader.ts";
import { sampleClick, sampleClicks } from "./sample-click.ts";
import type { UseLog } from "./use-log.ts";

/** What is taken over can be read, the same as often as it is asked for. */
export function logAppendTests(use: UseLog): void {
  it("gives nothing where nothing was appended", async () => {
    const { source } = await (await use()).start();
    expect(await createLogReader(source).readRound()).toEqual([]);
    expect(await source.backlog()).toEqual({ records: 0, oldestAt: undefined });
  });

  it("gives each click that it has taken over, once and as it was", async () => {
    const { log, source } = await (await use()).start();
    const clicks = sampleClicks(2_500);
    for (let first = 0; first < clicks.length; first += 700) await log.append(clicks.slice(first, first + 700));
    const reader = createLogReader(source);
    expect(clicksOf(await reader.readRecords(clicks.length))).toEqual(clicks);
    expect(await reader.readRound()).toEqual([]);
  });

  it("keeps texts of every script and what looks like the end of a line", async () => {
    const { log, source } = await (await use()).start();
    const texts = ["한국어", "👩‍👩‍👧‍👦", "\u2028\u2029\u0085", '\\n"\\', "x".repeat(200), "漢".repeat(200), ""];
    const clicks = texts.map((text, index) => sampleClick(index, { utmCampaign: text, language: text }));
    await log.append(clicks);
    expect(clicksOf(await createLogReader(source).readRecords(clicks.length))).toEqual(clicks);
  });

  it("takes an empty append and more clicks than a batch has", async () => {
    const { log, source } = await (await use()).start();
    const clicks = sampleClicks(12_000);
    await log.append([]);
    await log.append(clicks);
    expect(clicksOf(await createLogReader(source).readRecords(clicks.length))).toEqual(clicks);
  });

  it("gives batches that follow on each other, of whole positions that grow and no more records than asked for", async () => {
    const { log, source } = await (await use()).start();
    await log.append(sampleClicks(300));
    const batches = await createLogReader(source).readRecords(300, { maxRecords: 7 });
    const ends = new Map<string, number>();
    for (const { partition, from, to, records } of batches) {
      expect({ from, partition }).toEqual({ from: ends.get(partition) ?? 0, partition });
      expect(Number.isSafeInteger(to)).toBe(true);
      expect(to).toBeGreaterThan(from);
      expect(records.length).toBeLessThanOrEqual(7);
      ends.set(partition, to);
    }
  });

  it("gives the same records for the same range, whatever was appended since", async () => {
    const { log, source } = await (await use()).start();
    await log.append(sampleClicks(100));
    const reader = createLogReader(source);
    const batches = await reader.readRecords(100, { maxRecords: 30 });
    await log.append(sampleClicks(100, 100));
    for (const batch of batches) {
      const { partition, from, to } = batch;
      expect(await reader.readFrom(partition, { after: from, upTo: to })).toEqual(batch);
      expect(await reader.readFrom(partition, { after: from, upTo: to, maxRecords: 1 })).toEqual(batch);
    }
  });

  it("gives as many at once as it is asked for, however it has taken them, and the same again", async () => {
    const { start, restart } = await use();
    const first = await start();
    for (let part = 0; part < 8; part += 1) await first.log.append(sampleClicks(1_000, part * 1_000));
    const readAll = () => createLogReader(first.source).readRound({ maxRecords: 100_000 });
    await vi.waitFor(async () => expect(recordsOf(await readAll())).toHaveLength(8_000), {
      timeout: 20_000,
      interval: 20,
    });
    const batches = await readAll();
    const halves = await createLogReader(first.source).readRound({ maxRecords: 1_500 });
    expect(halves.map(({ records }) => records.length)).toEqual(
      batches.map(({ records }) => Math.min(1_500, records.length)),
    );
    const reader = createLogReader((await restart()).source);
    await reader.readRecords(8_000);
    for (const batch of [...batches, ...halves]) {
      expect(await reader.readFrom(batch.partition, { after: batch.from, upTo: batch.to })).toEqual(batch);
    }
  });

  it("gives the same records for the same range after a restart", async () => {
    const { start, restart } = await use();
    const first = await start();
    await first.log.append(sampleClicks(100));
    const batches = await createLogReader(first.source).readRecords(100, { maxRecords: 30 });
    const { log, source } = await restart();
    await log.append(sampleClicks(10, 100));
    const reader = createLogReader(source);
    const again = await reader.readRecords(110);
    expect(clicksOf(again)).toEqual(sampleClicks(110));
    for (const batch of batches) {
      expect(await reader.readFrom(batch.partition, { after: batch.from, upTo: batch.to })).toEqual(batch);
    }
  });

  it("gives nothing of a partition that is not there", async () => {
    const { log, source } = await (await use()).start();
    await log.append(sampleClicks(1));
    expect(await createLogReader(source).readFrom("not-there")).toBeUndefined();
  });

  it("gives what is no click as it stands there, among the clicks", async ({ skip }) => {
    const { subject, start, restart } = await use();
    if (subject.appendForeign === undefined) return skip("nobody else can write into this log");
    const first = await start();
    await first.log.append(sampleClicks(2));
    await subject.appendForeign('{"v":1,"id":"no click"}');
    const { log, source } = await restart();
    await log.append(sampleClicks(2, 2));
    const records = recordsOf(await createLogReader(source).readRecords(5));
    expect(records.filter((record) => record === '{"v":1,"id":"no click"}')).toHaveLength(1);
    expect(records).toHaveLength(5);
  });

  it("refuses clicks after its end, and ends twice without harm", async () => {
    const { log, source } = await (await use()).start();
    await log.close();
    await expect(log.append(sampleClicks(1))).rejects.toMatchObject({ code: "LOG_UNAVAILABLE" });
    await log.close();
    await source.close();
    await source.close();
  });
}
