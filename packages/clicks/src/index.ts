export { clickClasses, clickDimensions, type Click, type ClickClass, type ClickDimension } from "./click.ts";
export { ClickError, clickErrors, type ClickErrorCode } from "./click-error.ts";
export type { Backlog, ClickLog, ClickSource, LogBatch, LogRead } from "./click-log.ts";
export type {
  ClassCounts,
  ClickBatch,
  ClickCounts,
  ClickCursor,
  ClickStore,
  CountQuery,
  Counts,
  LinkCount,
  LinkRef,
  Span,
  StoredPosition,
  ValueCount,
} from "./click-store.ts";
export type { DeadLetter } from "./dead-letter.ts";
export { formatClick, parseClick } from "./format-click.ts";
export type { Visit } from "./visit.ts";
