export { clickClasses, clickDimensions, type Click, type ClickClass, type ClickDimension } from "./click.ts";
export { ClickError, clickErrors, type ClickErrorCode } from "./click-error.ts";
export type { Backlog, ClickLog, ClickSource, LogBatch, LogRead } from "./click-log.ts";
export {
  endOfLog,
  type ClassCounts,
  type ClickBatch,
  type ClickCounts,
  type ClickCursor,
  type ClickStore,
  type CountQuery,
  type Counts,
  type LinkCount,
  type LinkRef,
  type Span,
  type StoredPosition,
  type ValueCount,
} from "./click-store.ts";
export type { DeadLetter } from "./dead-letter.ts";
export { formatClick, parseClick } from "./format-click.ts";
export type { Visit } from "./visit.ts";
export { createClassifier, type Classifier, type Verdict } from "./describe/classify.ts";
export { createDescriber, type DescriberOptions } from "./describe/describer.ts";
export { createEdgeHeaderPlaces } from "./describe/places/edge-header-places.ts";
export type { Place, Places } from "./describe/places/places.ts";
export type { DailySalts } from "./describe/salts/daily-salts.ts";
export { openFileSalts, type FileSaltOptions } from "./describe/salts/file-salts.ts";
export { createMemorySalts } from "./describe/salts/memory-salts.ts";
export { createSharedSalts, type SaltStore } from "./describe/salts/shared-salts.ts";
export { clickReasons } from "./describe/signals.ts";
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
export { openFileLog, type FileLog, type FileLogOptions, type FileLogStats } from "./logs/files/file-log.ts";
export { openFileSource, type FileSource, type FileSourceOptions } from "./logs/files/file-source.ts";
export type { Torn } from "./logs/files/torn-count.ts";
export { dropReasons, type DropCounts, type DropReason } from "./recorder/drop-reason.ts";
export { createRecorder, type Recorder, type RecorderOptions, type RecorderStats } from "./recorder/recorder.ts";
export type { WriterCounts } from "./writer/writer-counts.ts";
export type { WriterEvent } from "./writer/writer-event.ts";
export type { WriterState } from "./writer/writer-loop.ts";
export { createWriter, type Writer, type WriterOptions, type WriterStats } from "./writer/writer.ts";
