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
