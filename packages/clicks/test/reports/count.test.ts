import { describe, expect, it } from "vitest";
import type { AskedCounts } from "../../src/click-store.ts";
import { createClickReports } from "../../src/reports/create-click-reports.ts";
import { createExactCounts } from "../../src/testing/exact-counts.ts";
import { newClick } from "../../src/testing/unique-clicks.ts";

const now = (): number => Date.parse("2026-11-30T06:00:00Z");
const link = { domain: "", code: "code" };
const exact = createExactCounts({ clicks: [newClick({ ...link, at: now() - 1 })], asOf: now });

describe("the clicks of links", () => {
  it("are no longer asked for when the answer is not waited for any more", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const counts: AskedCounts = {
      ...exact,
      totals(_, signal) {
        signals.push(signal);
        return new Promise<never>(() => undefined);
      },
    };
    const reports = createClickReports({ counts, now, countDeadlineMs: 1 });
    expect(await reports.count([link])).toBeUndefined();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it("are asked for in the name of whoever asks", async () => {
    const askers: string[] = [];
    const counts: AskedCounts = { ...exact, askedBy: (asker) => (askers.push(asker), exact) };
    const reports = createClickReports({ counts, now, countDeadlineMs: 110_000 });
    expect(await reports.count([link], "key")).toEqual({ clicks: [1], asOf: now() });
    expect(askers).toEqual(["key"]);
  });
});
