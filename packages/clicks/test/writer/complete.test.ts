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
    const partitions = ["gone", "gone-too"];
    const { writer } = openWriter({
      now: () => now,
      source: {
        ...openMemoryClickLog(),
        partitions: async () => partitions,
        read: () => Promise.resolve(undefined),
        isEnded: async (partition) => partition.startsWith("gone"),
        remove: async (partition) => void said.push(`remove ${partition}`),
      },
      wrapStore: (real) => ({
        ...real,
        complete: async (name, at) => void said.push(`complete ${name} ${at}`),
        letGo: async (name) => void said.push(`let go ${name}`),
      }),
    });
    writer.start();
    // As long as nobody is alive, somebody may have begun of whom nothing is known.
    await until(() => said.length === 2);
    expect(said.splice(0)).toEqual([`complete gone ${nowAt}`, `complete gone-too ${nowAt}`]);
    partitions.unshift("alive");
    now += 5_000;
    await until(() => said.length === 7);
    expect(said).toEqual([
      `complete alive ${now}`,
      `complete gone ${endOfLog}`,
      "remove gone",
      "let go gone",
      `complete gone-too ${endOfLog}`,
      "remove gone-too",
      "let go gone-too",
    ]);
  });
});
