export type { WriterCounts } from "./writer-counts.ts";
export type { WriterEvent } from "./writer-event.ts";
export { createWriter, type Writer, type WriterOptions, type WriterStats } from "./writer.ts";
