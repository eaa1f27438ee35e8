import { setTimeout as sleep } from "node:timers/promises";
import type { ClickCounts, LinkRef } from "../click-store.ts";
import { breakDown } from "./breakdown-report.ts";
import type { ClickCount, ClickReports, ClickStream } from "./click-reports.ts";
import { openExport } from "./export-clicks.ts";
import { inTime } from "./in-time.ts";
import { liveClicks, type LiveOptions } from "./live-clicks.ts";
import type { ReportOptions } from "./report-options.ts";
import { countSeries } from "./series-report.ts";
import { createStreamSlots } from "./stream-slots.ts";
import { topLinks } from "./top-report.ts";
import { countTotals } from "./totals-report.ts";

export type ClickReportsOptions = {
  readonly counts: ClickCounts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long the store may take for one question. Default: 10,000. */
  readonly deadlineMs?: number;
  /** The same for the number in an answer about a link. Default: 250. */
  readonly countDeadlineMs?: number;
  /** How many live streams may be open at once. Default: 100. */
  readonly maxLive?: number;
  /** How many exports. Default: 8. */
  readonly maxExports?: number;
  /** Default: the machine's timers. */
  readonly wait?: LiveOptions["wait"];
};

/** Makes reports of what a store has counted. Nothing of it is kept: an answer is as new as the store's. */
export function createClickReports(options: ClickReportsOptions): ClickReports {
  const { counts, now, deadlineMs = 10_000, countDeadlineMs = 250, wait = waitUntil } = options;
  const asked: ReportOptions = { counts, now, deadlineMs };
  const lives = createStreamSlots(options.maxLive ?? 100);
  const exports = createStreamSlots(options.maxExports ?? 8);
  const draining = new AbortController();
  return {
    count: (link) => countOrNothing(counts, link, countDeadlineMs),
    totals: (link, request) => countTotals(asked, link, request),
    series: (link, request) => countSeries(asked, link, request),
    breakdown: (link, request) => breakDown(asked, link, request),
    top: (request) => topLinks(asked, request),
    exportClicks: async (link, request, signal) =>
      openInSlot(exports.take(signal), () => openExport(asked, link, request)),
    live(link, request, given) {
      const signal = AbortSignal.any([given, draining.signal]);
      const release = lives.take(signal);
      return releasing(liveClicks({ ...asked, wait }, link, request, signal), release);
    },
    drain: () => draining.abort(),
    openStreams: () => lives.taken() + exports.taken(),
  };
}

async function countOrNothing(counts: ClickCounts, link: LinkRef, deadlineMs: number): Promise<ClickCount | undefined> {
  try {
    return await inTime(counts.total(link), deadlineMs);
  } catch {
    // Whoever looks after the store hears of it from the writer and from reports.
    return undefined;
  }
}

async function openInSlot<Part>(
  release: () => void,
  open: () => Promise<ClickStream<Part>>,
): Promise<ClickStream<Part>> {
  try {
    return releasing(await open(), release);
  } catch (error) {
    release();
    throw error;
  }
}

async function* releasing<Part>(stream: ClickStream<Part>, release: () => void): ClickStream<Part> {
  try {
    yield* stream;
  } finally {
    release();
  }
}

async function waitUntil(ms: number, signal: AbortSignal): Promise<void> {
  // Only an abort rejects it.
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
