export { dropReasons, type DropCounts, type DropReason } from "./drop-reason.ts";
export { createRecorder, type Recorder, type RecorderOptions, type RecorderStats } from "./recorder.ts";
export { createLogSink, type LogSinkOptions } from "./log-sink.ts";
export type { VisitSink } from "./visit-sink.ts";
