import { setTimeout as sleep } from "node:timers/promises";
import type { AskedCounts, ClickCounts, LinkRef, LinkTotals } from "../click-store.ts";
import { breakDown } from "./breakdown-report.ts";
import type { ClickReports, ClickStream } from "./click-reports.ts";
import { openExport } from "./export-clicks.ts";
import { inTime } from "./in-time.ts";
import { liveClicks, maxLifeMs, type LiveOptions } from "./live-clicks.ts";
import type { ReportOptions } from "./report-options.ts";
import { countSeries } from "./series-report.ts";
import { createStreamSlots } from "./stream-slots.ts";
import { topLinks } from "./top-report.ts";
import { countTotals } from "./totals-report.ts";

export type ClickReportsOptions = {
  readonly counts: AskedCounts;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long the store may take for one question. Default: 10,000. */
  readonly deadlineMs?: number;
  /** The same for the numbers in an answer about links. Default: 250. */
  readonly countDeadlineMs?: number;
  /** How many live streams may be open at once. Default: 100. */
  readonly maxLive?: number;
  /** How many exports. Default: 8. */
  readonly maxExports?: number;
  /** Default: the machine's timers. */
  readonly wait?: LiveOptions["wait"];
  /** Gives what aborts after so many milliseconds. Default: `AbortSignal.timeout`. */
  readonly timeout?: (ms: number) => AbortSignal;
};

/** How long an export may take. */
const maxExportMs = 600_000;

/** After its own end, a live stream is cut whose reader has left it unread. */
const overdueMs = 60_000;

/** Makes reports of what a store has counted. Nothing of it is kept: an answer is as new as the store's. */
export function createClickReports(options: ClickReportsOptions): ClickReports {
  const { counts, now, deadlineMs = 10_000, countDeadlineMs = 250, wait = waitUntil } = options;
  const timeout = options.timeout ?? ((ms) => AbortSignal.timeout(ms));
  const askedBy = (asker: string | undefined): ReportOptions => {
    const own = asker === undefined ? undefined : counts.askedBy?.(asker);
    return { counts: own ?? counts, now, deadlineMs };
  };
  const lives = createStreamSlots(options.maxLive ?? 100);
  const exports = createStreamSlots(options.maxExports ?? 8);
  const draining = new AbortController();
  return {
    count: (links, asker) => countOrNothing(askedBy(asker).counts, links, countDeadlineMs),
    totals: (link, request) => countTotals(askedBy(request.asker), link, request),
    series: (link, request) => countSeries(askedBy(request.asker), link, request),
    breakdown: (link, request) => breakDown(askedBy(request.asker), link, request),
    top: (request) => topLinks(askedBy(request.asker), request),
    async exportClicks(link, request, reader) {
      const parts = await openInSlot(exports.take(reader), () => openExport(askedBy(reader.id), link, request));
      return { parts, overdue: timeout(maxExportMs) };
    },
    live(link, request, reader) {
      const gone = AbortSignal.any([reader.gone, draining.signal]);
      const release = lives.take({ ...reader, gone });
      const parts = releasing(liveClicks({ ...askedBy(reader.id), wait }, link, request, gone), release);
      return { parts, overdue: timeout(maxLifeMs + overdueMs) };
    },
    drain: () => draining.abort(),
    openStreams: () => lives.taken() + exports.taken(),
  };
}

async function countOrNothing(
  counts: ClickCounts,
  links: readonly LinkRef[],
  deadlineMs: number,
): Promise<LinkTotals | undefined> {
  const gaveUp = new AbortController();
  try {
    return await inTime(counts.totals(links, gaveUp.signal), deadlineMs);
  } catch {
    // Left in the store's queue, it would hold up whoever still waits.
    gaveUp.abort();
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
