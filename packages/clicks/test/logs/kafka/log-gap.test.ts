import { describe, expect, it } from "vitest";
import type { LogRead } from "../../../src/click-log.ts";
import { firstAfterGap } from "../../../src/logs/kafka/log-gap.ts";

const read = { partition: "clicks/0", after: 10, maxRecords: 100, signal: new AbortController().signal } as LogRead;

function faultOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe("a position that was not in the log", () => {
  it.each([false, true])("is no gap where it is in the log again (across gaps: %s)", (acrossGap) => {
    for (const ends of [
      { first: 0, next: 20 },
      { first: 10, next: 10 },
    ]) {
      expect(faultOf(() => firstAfterGap({ ...read, acrossGap }, ends))).toBe("LOG_UNAVAILABLE");
    }
  });

  it("is before a gap where the log begins later", () => {
    const ends = { first: 15, next: 20 };
    expect(faultOf(() => firstAfterGap(read, ends))).toBe("LOG_GAP");
    expect(firstAfterGap({ ...read, acrossGap: true }, ends)).toBe(15);
  });

  it("is of another log where this one ends before", () => {
    expect(faultOf(() => firstAfterGap({ ...read, acrossGap: true }, { first: 0, next: 5 }))).toBe("LOG_GAP");
  });
});
