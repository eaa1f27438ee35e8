export { dropReasons, type DropCounts, type DropReason } from "./drop-reason.ts";
export { createRecorder, type Recorder, type RecorderOptions, type RecorderStats } from "./recorder.ts";
