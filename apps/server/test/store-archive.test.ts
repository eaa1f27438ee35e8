import type { Archive, ArchiveOutcome, ArchiveRequest } from "@narrows/links";
import { createLogger } from "@narrows/service";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStoreArchive, type StoreArchiveOptions } from "../src/store-archive.ts";

const now = Date.UTC(2026, 10, 30);
const full = (last: number): ArchiveOutcome => ({ kind: "archived", count: 100, last });
const rest: ArchiveOutcome = { kind: "archived", count: 3, last: 900 };

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

function openArchive(outcomes: (ArchiveOutcome | Error)[], options: Partial<StoreArchiveOptions> = {}) {
  const lines: string[] = [];
  const requests: ArchiveRequest[] = [];
  const months = ["2026-08", "2026-09", "2026-10", "2026-11"];
  const store: Archive = {
    async archiveExpired(request) {
      requests.push(request);
      const outcome = outcomes.shift() ?? { kind: "archived", count: 0, last: null };
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    months: async () => [...months],
    async dropMonth(month) {
      months.splice(months.indexOf(month), 1);
      return true;
    },
  };
  const archive = createStoreArchive({
    archive: Promise.resolve(store),
    retentionMs: 1_000,
    keptMonths: undefined,
    now: () => Date.now(),
    intervalMs: 60_000,
    log: createLogger({ level: "warn", write: (line) => lines.push(line) }),
    ...options,
  });
  const start = () => archive.part.start?.(new AbortController().signal);
  return { archive, start, requests, months, lines };
}

describe("the archive of expired links", () => {
  it("goes on from the last link, batch by batch, until a batch is not full, and begins again with every interval", async () => {
    const { archive, start, requests } = openArchive([full(500), full(700), rest]);
    await start();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(requests.map(({ after }) => after)).toEqual([0, 500, 700]);
    expect(new Set(requests.map(({ before }) => before))).toEqual(new Set([now + 2_000 - 1_000]));
    expect(archive.stats()).toMatchObject({ archived: 203, failedRounds: 0, months: 4 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests.map(({ after }) => after)).toEqual([0, 500, 700, 0]);
    await archive.part.stop?.();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(requests).toHaveLength(4);
  });

  it("leaves a round to whoever is at it", async () => {
    const { archive, start, requests } = openArchive([full(500), { kind: "busy" }]);
    await start();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(requests).toHaveLength(2);
    await archive.part.stop?.();
  });

  it("tells how far it is behind, also while the store fails", async () => {
    const { archive, start, lines } = openArchive([new Error("locked"), rest]);
    await start();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(archive.stats()).toMatchObject({ failedRounds: 1, lagMs: 30_000 });
    expect(lines.join("")).toContain("could not be archived");
    await vi.advanceTimersByTimeAsync(32_000);
    expect(archive.stats().lagMs).toBe(0);
    await archive.part.stop?.();
  });

  it("tells once a minute at most that it fails, however short its rounds are", async () => {
    const failures = Array.from({ length: 200 }, () => new Error("permission denied for schema public"));
    const { archive, start, lines } = openArchive(failures, { intervalMs: 1_000 });
    await start();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(archive.stats().failedRounds).toBeGreaterThan(40);
    expect(lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(2);
    await archive.part.stop?.();
  });

  it("drops the months before those that are kept", async () => {
    const { archive, start, months } = openArchive([], { keptMonths: 1 });
    await start();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(months).toEqual(["2026-10", "2026-11"]);
    expect(archive.stats()).toMatchObject({ droppedMonths: 2, months: 2 });
    await archive.part.stop?.();
  });

  it("does nothing where nothing is configured", async () => {
    const { archive, start, requests } = openArchive([], { retentionMs: undefined });
    await start();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(requests).toEqual([]);
    expect(archive.stats().lagMs).toBe(0);
    await archive.part.stop?.();
  });
});
