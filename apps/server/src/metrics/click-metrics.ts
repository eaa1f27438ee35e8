import type { OutboxStats } from "@narrows/clicks/outbox";
import { dropReasons, type RecorderStats } from "@narrows/clicks/recorder";
import type { WriterStats } from "@narrows/clicks/writer";
import type { Metrics } from "@narrows/service";

/** Shows what becomes of clicks up to their log: recorded = taken + dropped + buffered, always. */
export function registerRecorderMetrics(metrics: Metrics, stats: () => RecorderStats): void {
  metrics.counterFrom(
    "narrows_clicks_recorded_total",
    "Redirects whose click was recorded.",
    {},
    () => stats().recorded,
  );
  metrics.counterFrom("narrows_clicks_logged_total", "Clicks that their log has taken.", {}, () => stats().taken);
  metrics.counterFrom(
    "narrows_clicks_dropped_total",
    "Clicks that are lost, by reason; see docs/reference/clicks.md.",
    { reason: dropReasons },
    () => {
      const { dropped } = stats();
      return dropReasons.map((reason) => ({ labels: { reason }, value: dropped[reason] }));
    },
  );
  metrics.gaugeFrom("narrows_clicks_buffered", "Clicks that their log has not taken yet.", {}, () => stats().buffered);
  metrics.gaugeFrom(
    "narrows_clicks_buffered_bytes",
    "Memory that these clicks take, as it is reckoned.",
    {},
    () => stats().bufferedBytes,
  );
  metrics
    .across("max")
    .gaugeFrom(
      "narrows_clicks_buffered_oldest_seconds",
      "How long the oldest of these clicks has waited.",
      {},
      () => stats().oldestAgeMs / 1000,
    );
}

/** Shows what becomes of clicks behind their log, in the process that counts. */
export function registerWriterMetrics(metrics: Metrics, stats: () => WriterStats | undefined): void {
  const counter = (name: string, help: string, read: (stats: WriterStats) => number): void =>
    metrics.counterFrom(name, help, {}, () => orZero(stats(), read));
  counter("narrows_clicks_stored_total", "Clicks that were stored and counted.", ({ stored }) => stored);
  counter("narrows_clicks_dead_total", "Records of the log that are no clicks.", ({ dead }) => dead);
  counter("narrows_clicks_early_total", "Clicks from the future, counted when they were read.", ({ early }) => early);
  counter(
    "narrows_clicks_late_total",
    "Clicks of more than seven days ago, counted where they say.",
    ({ late }) => late,
  );
  counter(
    "narrows_clicks_gaps_total",
    "Times that records were lost from the log before they were counted.",
    ({ gaps }) => gaps,
  );
}

/** What of the log is known here. */
export type KnownBacklog = {
  /** Of the log as whoever counts sees it; undefined: another process counts, or none yet. */
  readonly writer: () => WriterStats | undefined;
  /** With `CLICKS=outbox`, also what the writer cannot see: the spool of this process. */
  readonly outbox: () => OutboxStats | undefined;
  /** In milliseconds since 1970. */
  readonly now: () => number;
};

/**
 * Shows how many clicks are not counted yet, and since when; and up to when all are. Of a log that could not be read so far
 * the first two are not known: where no spool has any either they are left out, for 0 would say that nothing waits.
 */
export function registerBacklogMetrics(metrics: Metrics, { writer, outbox, now }: KnownBacklog): void {
  metrics.gaugeFrom(
    "narrows_clicks_lag",
    "Clicks in the log that are not counted yet, with those in the spools of the node's processes. Left out as long as whoever counts has not read the log and no spool has any.",
    {},
    () => known(logged(writer, "lagRecords"), outbox()?.spoolRecords ?? 0, (lag, spooled) => lag + spooled),
  );
  metrics
    .across("max")
    .gaugeFrom("narrows_clicks_oldest_age_seconds", "How long the oldest of these clicks has waited.", {}, () => {
      const spoolOldestAt = outbox()?.spoolOldestAt;
      const spooledMs = spoolOldestAt === undefined ? 0 : Math.max(0, now() - spoolOldestAt);
      return known(logged(writer, "oldestAgeMs"), spooledMs, (ageMs, spooled) => Math.max(ageMs, spooled) / 1000);
    });
  metrics
    .across("max")
    .gaugeFrom(
      "narrows_clicks_as_of_age_seconds",
      "How long ago the instant is up to which all clicks are counted (asOf of reports), by the log that is furthest behind, of all nodes; 0 where this process does not count, where no log is waited for, and until the store has told.",
      {},
      () => {
        const asOf = writer()?.oldestAsOf;
        return asOf === undefined ? 0 : Math.max(0, now() - asOf) / 1000;
      },
    );
}

/** Shows what `CLICKS=outbox` keeps; 0 with the other logs. */
export function registerSpoolMetrics(metrics: Metrics, stats: () => OutboxStats | undefined): void {
  const read = (of: (stats: OutboxStats) => number) => (): number => {
    const found = stats();
    return found === undefined ? 0 : of(found);
  };
  const spool = "narrows_clicks_spool";
  metrics.gaugeFrom(
    `${spool}_records`,
    "Clicks in the spools of the node's processes that PostgreSQL has yet to take.",
    {},
    read((of) => of.spoolRecords),
  );
  metrics.gaugeFrom(
    `${spool}_bytes`,
    "Bytes that they take.",
    {},
    read((of) => of.spoolBytes),
  );
  metrics.counterFrom(
    `${spool}_broken_total`,
    "Records of these spools that could not be read.",
    {},
    read((of) => of.brokenRecords),
  );
  metrics.across("max").gaugeFrom(
    "narrows_clicks_outbox_records",
    "Clicks in PostgreSQL that are not counted yet.",
    {},
    read((of) => of.backlogRecords),
  );
}

/** Of a log that another process counts, that one tells. */
function logged(writer: KnownBacklog["writer"], name: "lagRecords" | "oldestAgeMs"): number | undefined {
  const stats = writer();
  return stats === undefined ? 0 : stats[name];
}

function known(inLog: number | undefined, inSpool: number, together: (inLog: number, inSpool: number) => number) {
  return inLog === undefined && inSpool === 0 ? [] : together(inLog ?? 0, inSpool);
}

function orZero(stats: WriterStats | undefined, read: (stats: WriterStats) => number): number {
  return stats === undefined ? 0 : read(stats);
}
