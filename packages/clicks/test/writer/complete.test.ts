import { describe, expect, it } from "vitest";
import { endOfLog } from "../../src/click-store.ts";
import { openMemoryClickLog } from "../../src/testing/memory-click-log.ts";
import { sampleClicks } from "../../src/testing/sample-click.ts";
import { nowAt, openWriter, until } from "./open-writer.ts";

describe("what the writer says of how far all is counted", () => {
  it("says up to when all is counted once the log is read to its end, and not each time", async () => {
    const said: number[] = [];
    let now = nowAt;
    let isWaiting = false;
    const base = openMemoryClickLog();
    const { writer } = openWriter({
      now: () => now,
      source: { ...base, wait: (ms, signal) => ((isWaiting = true), base.wait(ms, signal)) },
      wrapStore: (real) => ({ ...real, complete: async (_, at) => void said.push(at) }),
    });
    await base.append(sampleClicks(10));
    writer.start();
    await until(() => isWaiting);
    now += 4_999;
    isWaiting = false;
    await until(() => isWaiting);
    expect(said).toEqual([nowAt]);
    now += 1;
    await until(() => said.length > 1);
    expect(said).toEqual([nowAt, nowAt + 5_000]);
  });

  it("says so, too, where clicks come all the time", async () => {
    const said: number[] = [];
    const reads: number[] = [];
    let now = nowAt;
    const base = openMemoryClickLog();
    const { writer } = openWriter({
      now: () => now,
      source: {
        ...base,
        async read(read) {
          // Some come before each second read.
          if (reads.length % 2 === 0) await base.append(sampleClicks(5, reads.length * 5));
          reads.push(now);
          now += 1;
          return base.read(read);
        },
      },
      wrapStore: (real) => ({ ...real, complete: async (_, at) => void said.push(at) }),
    });
    writer.start();
    await until(() => said.length > 0);
    expect(said[0]).toBe(reads[1]);
  });

  it("says of a partition that has ended that nothing more comes, and lets it go once it is removed", async () => {
    const said: string[] = [];
    let now = nowAt;
    let isGone = false;
    const { writer } = openWriter({
      now: () => now,
      source: {
        ...openMemoryClickLog(),
        partitions: async () => ["alone"],
        read: () => Promise.resolve(undefined),
        isEnded: async () => isGone,
        remove: async (partition) => void said.push(`remove ${partition}`),
      },
      wrapStore: (real) => ({
        ...real,
        complete: async (name, at) => void said.push(`complete ${name} ${at}`),
        letGo: async (name) => void said.push(`let go ${name}`),
      }),
    });
    writer.start();
    await until(() => said.length === 1);
    isGone = true;
    now += 5_000;
    await until(() => said.length === 4);
    expect(said).toEqual([`complete alone ${nowAt}`, `complete alone ${endOfLog}`, "remove alone", "let go alone"]);
  });

  it("has the log let go of what is stored also where nothing more comes", async () => {
    const released: number[] = [];
    let now = nowAt;
    const base = openMemoryClickLog();
    const { writer } = openWriter({
      now: () => now,
      source: { ...base, release: async (_, position) => void released.push(position) },
    });
    await base.append(sampleClicks(10));
    writer.start();
    await until(() => released.length === 2);
    now += 5_000;
    await until(() => released.length === 3);
    expect(released).toEqual([10, 10, 10]);
  });
});
