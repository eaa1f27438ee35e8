import { ClickError, type ClickErrorCode } from "../click-error.ts";
import type { ParsedBatch } from "./parse-batch.ts";
import type { WriterEvent } from "./writer-event.ts";

export type WriterCounts = {
  /** Clicks that the store has taken; one that it had already counts here once more. */
  readonly stored: number;
  readonly dead: number;
  /** Clicks from the future, counted at once. */
  readonly early: number;
  /** Clicks of more than 7 days ago. */
  readonly late: number;
  /** How often records were lost before they were stored. */
  readonly gaps: number;
  readonly failures: Readonly<Partial<Record<ClickErrorCode | "UNKNOWN", number>>>;
  /** Milliseconds since 1970; undefined before the first batch. */
  readonly lastStoredAt: number | undefined;
};

/** Keeps the writer's books, and tells what they grow by. */
export function createWriterCounts(onEvent: (event: WriterEvent) => void) {
  const sums = { stored: 0, dead: 0, early: 0, late: 0, gaps: 0 };
  const failures: Partial<Record<ClickErrorCode | "UNKNOWN", number>> = {};
  let lastStoredAt: number | undefined;

  return {
    stored({ partition, clicks, dead, early, late }: ParsedBatch, at: number): void {
      lastStoredAt = at;
      sums.stored += clicks.length;
      const counts = { dead: dead.length, early, late };
      for (const kind of ["dead", "early", "late"] as const) {
        sums[kind] += counts[kind];
        if (counts[kind] > 0) onEvent({ kind, partition, count: counts[kind] });
      }
    },
    gap(partition: string, after: number, to: number): void {
      sums.gaps += 1;
      onEvent({ kind: "gap", partition, after, to });
    },
    failed(error: unknown, partition?: string): void {
      const code = error instanceof ClickError ? error.code : "UNKNOWN";
      failures[code] = (failures[code] ?? 0) + 1;
      onEvent({ kind: "failed", code, partition, error });
    },
    read: (): WriterCounts => ({ ...sums, failures: { ...failures }, lastStoredAt }),
  };
}

export type CountWriter = ReturnType<typeof createWriterCounts>;
