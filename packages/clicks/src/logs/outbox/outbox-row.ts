import type { Click } from "../../click.ts";
import { formatClick } from "../../format-click.ts";

/** Clicks that are one row of the outbox and one frame of the spool. */
export type OutboxRow = {
  readonly records: number;
  /** The instant of the oldest click, in milliseconds since 1970. */
  readonly oldestAt: number;
  /** A line for each click, without an end of line after the last. */
  readonly body: string;
};

/** A row is read and written as a whole. */
const maxRecords = 1_000;

/** Cuts clicks into rows, in their order. */
export function outboxRows(clicks: readonly Click[]): readonly OutboxRow[] {
  const count = Math.ceil(clicks.length / maxRecords);
  return Array.from({ length: count }, (_, index) => rowOf(clicks.slice(index * maxRecords, (index + 1) * maxRecords)));
}

function rowOf(clicks: readonly Click[]): OutboxRow {
  return {
    records: clicks.length,
    oldestAt: clicks.reduce((oldest, { at }) => Math.min(oldest, at), Number.MAX_SAFE_INTEGER),
    body: clicks.map(formatClick).join("\n"),
  };
}

/** The records of a row, as many as it says: what somebody else wrote there must not move the positions behind it. */
export function recordsOf(body: string, count: number): readonly string[] {
  const lines = body.split("\n");
  if (lines.length === count) return lines;
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? lines.slice(index).join("\n") : (lines[index] ?? ""),
  );
}
