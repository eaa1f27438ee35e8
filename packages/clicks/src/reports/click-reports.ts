import type { ClassCounts, LinkCount, LinkRef, LinkTotals, ValueCount } from "../click-store.ts";
import type { ClickClass, ClickDimension } from "../click.ts";
import type { LiveClick, LiveRequest } from "./live-clicks.ts";
import type { Period, PeriodRequest } from "./period.ts";
import type { ShownClick } from "./shown-click.ts";
import type { Grain } from "./time-buckets.ts";

/** Which clicks are counted; `all`: those of every class. */
export type CountedClass = ClickClass | "all";

export type ReportRequest = PeriodRequest & {
  /** Default: `human`. */
  readonly class: CountedClass | undefined;
  /** What all of one's questions have in common, such as a key: a store may answer several askers by turns. Default: all are one. */
  readonly asker?: string;
};

/** Compared with what the period is: see `previousPeriod`. */
export type ComparedRequest = ReportRequest & { readonly compare: boolean };

/** How many clicks of a link there are, as a report about the link says it. */
export type ClickCount = {
  /** Of humans, since ever. */
  readonly clicks: number;
  /** All clicks up to this instant are counted, in milliseconds since 1970; undefined where nobody can tell. */
  readonly asOf: number | undefined;
};

/** What was counted in a period. Visitors are those among humans, a reader once for each UTC day. */
export type PeriodCounts = {
  readonly period: Period;
  readonly clicks: number;
  readonly byClass: ClassCounts;
  readonly visitors: number;
};

export type TotalsReport = PeriodCounts & {
  readonly total: ClickCount;
  /** Undefined: not asked for. */
  readonly previous: PeriodCounts | undefined;
};

export type Bucket = { readonly from: number; readonly clicks: number; readonly visitors: number };

/** Every bucket of a period in the order of time, also those without clicks. */
export type Series = { readonly period: Period; readonly buckets: readonly Bucket[] };

export type SeriesReport = Series & {
  readonly grain: Grain;
  readonly previous: Series | undefined;
  readonly asOf: number | undefined;
};

export type BreakdownReport = {
  readonly period: Period;
  readonly dimension: ClickDimension;
  readonly values: readonly ValueCount[];
  /** With those of the values that are not among the first. */
  readonly clicks: number;
  readonly asOf: number | undefined;
};

export type TopReport = {
  readonly period: Period;
  readonly links: readonly LinkCount[];
  readonly asOf: number | undefined;
};

export type ClickStream<Part> = AsyncGenerator<Part, void>;

/** Who reads a stream. */
export type StreamReader = {
  /** What all of one's streams have in common, such as a key. */
  readonly id: string;
  /** To be aborted when nobody reads any more: as many streams as are open let no other one in. */
  readonly gone: AbortSignal;
};

export type OpenStream<Part> = {
  readonly parts: ClickStream<Part>;
  /** Aborted when it has been open for as long as it may. It is to be cut then: who reads slowly may never hear of an end. */
  readonly overdue: AbortSignal;
};

/**
 * What is to be told of clicks, from whichever store.
 *
 * Every method that reads throws `ClickError`: `ZONE_UNKNOWN`, `PERIOD_MALFORMED`, `PERIOD_UNALIGNED`, `PERIOD_INVALID`
 * or `BUCKETS_TOO_MANY` when the question must be changed, `SPAN_NOT_RAW` when what it needs is no longer kept,
 * `STORE_UNAVAILABLE` when the store cannot answer now or within the deadline.
 */
export interface ClickReports {
  /**
   * Undefined when the store does not answer soon. Never rejects: an answer about links never waits for their clicks.
   *
   * @param asker As in a report's request. Default: all are one.
   */
  count(links: readonly LinkRef[], asker?: string): Promise<LinkTotals | undefined>;
  totals(link: LinkRef, request: ComparedRequest): Promise<TotalsReport>;
  /** @param request.grain Default: hours for up to two days, days for up to 400, else months. */
  series(link: LinkRef, request: ComparedRequest & { readonly grain: Grain | undefined }): Promise<SeriesReport>;
  breakdown(
    link: LinkRef,
    request: ReportRequest & { readonly dimension: ClickDimension; readonly limit: number },
  ): Promise<BreakdownReport>;
  /** @param request.among Only these links. Undefined: all. */
  top(
    request: ReportRequest & { readonly among: readonly LinkRef[] | undefined; readonly limit: number },
  ): Promise<TopReport>;
  /**
   * The clicks of a period one by one, in the order of time and in pages, each of which is read when it is asked for.
   * The first one is read before anything is given. It is overdue after ten minutes.
   *
   * @throws {ClickError} Also `STREAMS_BUSY`, and `STREAMS_TOO_MANY` when the reader has a quarter of all.
   */
  exportClicks(link: LinkRef, request: ReportRequest, reader: StreamReader): Promise<OpenStream<readonly ShownClick[]>>;
  /**
   * The clicks of a link as they are counted, a few seconds after they happen. Undefined comes where there was none for
   * a while. Ends by itself after ten minutes, and when the reports are drained; it is overdue a minute later.
   *
   * @throws {ClickError} `STREAMS_BUSY`, `STREAMS_TOO_MANY`
   */
  live(link: LinkRef, request: LiveRequest, reader: StreamReader): OpenStream<LiveClick | undefined>;
  /** Ends all live streams, and opens no more. */
  drain(): void;
  /** How many streams are open now. */
  openStreams(): number;
}
