export { clickClasses, clickDimensions, type Click, type ClickClass, type ClickDimension } from "./click.ts";
export { ClickError, clickErrors, type ClickErrorCode } from "./click-error.ts";
export type { Backlog, ClickLog, ClickSource, LogBatch, LogRead } from "./click-log.ts";
export {
  endOfLog,
  type ClassCounts,
  type ClickBatch,
  type AskedCounts,
  type ClickCounts,
  type ClickCursor,
  type ClickStore,
  type CountQuery,
  type Counts,
  type LinkCount,
  type LinkRef,
  type LinkTotals,
  type PartitionState,
  type Span,
  type StoredPosition,
  type ValueCount,
} from "./click-store.ts";
export type { DeadLetter } from "./dead-letter.ts";
export { formatClick, parseClick } from "./format-click.ts";
export type { Visit } from "./visit.ts";
export type { Place, Places } from "./describe/places/places.ts";
export type { DescriberOptions } from "./describe/describer.ts";
export type { DailySalts } from "./describe/salts/daily-salts.ts";
export type {
  BreakdownReport,
  Bucket,
  ClickCount,
  ClickReports,
  ClickStream,
  ComparedRequest,
  CountedClass,
  PeriodCounts,
  ReportRequest,
  Series,
  SeriesReport,
  TopReport,
  TotalsReport,
} from "./reports/click-reports.ts";
export { createClickReports, type ClickReportsOptions } from "./reports/create-click-reports.ts";
export { csvRow } from "./reports/csv.ts";
export type { LiveClick, LiveRequest } from "./reports/live-clicks.ts";
export { formatLocal } from "./reports/local-time.ts";
export type { Period, PeriodRequest } from "./reports/period.ts";
export { shownFields, type ShownClick } from "./reports/shown-click.ts";
export { grains, type Grain } from "./reports/time-buckets.ts";
export type { Torn } from "./logs/files/torn-count.ts";
export type { WriterCounts } from "./writer/writer-counts.ts";
export type { WriterEvent } from "./writer/writer-event.ts";
export type { WriterState } from "./writer/writer-loop.ts";
