export { FileCalls } from "../../file-calls.ts";
export { openFileLog, type FileLog, type FileLogOptions, type FileLogStats } from "./file-log.ts";
export { openFileSource, type FileSource, type FileSourceOptions } from "./file-source.ts";
export type { Torn } from "./torn-count.ts";
