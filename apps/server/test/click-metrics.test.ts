import type { OutboxStats } from "@narrows/clicks/outbox";
import type { WriterStats } from "@narrows/clicks/writer";
import { createMetrics } from "@narrows/service";
import { expect, it } from "vitest";
import { registerBacklogMetrics } from "../src/metrics/click-metrics.ts";

const now = Date.UTC(2026, 10, 30, 12);

async function shown(writer: Partial<WriterStats> | undefined, outbox: Partial<OutboxStats> | undefined) {
  const metrics = createMetrics();
  registerBacklogMetrics(metrics, {
    writer: () => writer as WriterStats | undefined,
    outbox: () => outbox as OutboxStats | undefined,
    now: () => now,
  });
  const { body } = await metrics.render();
  return ["lag", "oldest_age_seconds", "as_of_age_seconds"].map((name) =>
    Number(new RegExp(`^narrows_clicks_${name} (\\S+)$`, "m").exec(body)?.[1]),
  );
}

it.each([
  ["that nobody counts yet", undefined, undefined, [0, 0, 0]],
  ["in the log", { lagRecords: 7, oldestAgeMs: 1_500 }, undefined, [7, 1.5, 0]],
  ["of a log that was never read", {}, undefined, [Number.NaN, Number.NaN, 0]],
  ["of such a log, and in the spool", {}, { spoolRecords: 5, spoolOldestAt: now - 60_000 }, [5, 60, 0]],
  ["in the spool, while PostgreSQL is away", undefined, { spoolRecords: 5, spoolOldestAt: now - 60_000 }, [5, 60, 0]],
  ["in both", { lagRecords: 7, oldestAgeMs: 90_000 }, { spoolRecords: 5, spoolOldestAt: now - 60_000 }, [12, 90, 0]],
  ["of a clock that is ahead", undefined, { spoolRecords: 1, spoolOldestAt: now + 9_000 }, [1, 0, 0]],
  [
    "of a log that nobody reads any more",
    { lagRecords: 0, oldestAgeMs: 0, oldestAsOf: now - 3_600_000 },
    undefined,
    [0, 0, 3_600],
  ],
  ["of no log that is waited for", { lagRecords: 0, oldestAgeMs: 0, oldestAsOf: undefined }, undefined, [0, 0, 0]],
  ["of a store whose clock is ahead", { lagRecords: 0, oldestAgeMs: 0, oldestAsOf: now + 9_000 }, undefined, [0, 0, 0]],
] as const)("counts clicks %s as backlog", async (_, writer, outbox, expected) => {
  expect(await shown(writer, outbox)).toEqual(expected);
});
