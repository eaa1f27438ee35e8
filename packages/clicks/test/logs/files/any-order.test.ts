import fc from "fast-check";
import { expect, it } from "vitest";
import { openFileLog, openFileSource, type FileLog } from "../../../src/logs/files/index.ts";
import { createLogReader } from "../../../src/testing/log-reader.ts";
import { sampleClicks } from "../../../src/testing/sample-click.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { brokenFiles } from "./broken-files.ts";

fc.configureGlobal({ seed: 20_261_130 });

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("append" as const), count: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      count: fc.integer({ min: 1, max: 40 }),
      room: fc.nat(20_000),
      cannotCut: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("read" as const), maxRecords: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("release" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const), isKilled: fc.boolean() }) },
);

it("gives each click that was taken once, in whatever order files fail, fill, are read and are left behind", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const folder = await temporaryFolder();
      const files = brokenFiles();
      const logs: FileLog[] = [];
      const start = async (): Promise<FileLog> => {
        const partition = `start-${String(logs.length).padStart(2, "0")}`;
        const log = await openFileLog({ folder, partition, maxSegmentBytes: 10_000, now: Date.now, files });
        logs.push(log);
        return log;
      };
      let log = await start();
      const source = openFileSource({ folder, now: Date.now });
      const reader = createLogReader(source);
      const taken: string[] = [];
      const read: string[] = [];
      let made = 0;
      const append = async (count: number): Promise<void> => {
        const clicks = sampleClicks(count, made);
        made += count;
        await log.append(clicks);
        taken.push(...clicks.map(({ id }) => id));
      };
      const readOn = async (maxRecords: number): Promise<number> => {
        const batches = await reader.readRound({ maxRecords });
        for (const { records } of batches) {
          read.push(...records.map((record) => (JSON.parse(record) as { readonly id: string }).id));
        }
        return batches.length;
      };
      for (const each of steps) {
        if (each.do === "append") await append(each.count);
        if (each.do === "read") await readOn(each.maxRecords);
        if (each.do === "release") await reader.release();
        if (each.do === "fail") {
          files.breakage.faults = { write: "ENOSPC", truncate: each.cannotCut ? "EIO" : undefined };
          files.breakage.room = each.room;
          await append(each.count).catch(() => undefined);
          files.breakage.faults = {};
        }
        if (each.do === "restart") {
          // One that is killed closes nothing; here its file stays open until the end.
          if (!each.isKilled) await log.close();
          log = await start();
        }
      }
      while ((await readOn(50)) > 0);
      expect(read.toSorted()).toEqual(taken.toSorted());
      for (const each of logs) await each.close();
    }),
    { numRuns: 60 },
  );
});
