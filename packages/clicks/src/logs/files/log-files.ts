import * as files from "node:fs/promises";
import { ClickError } from "../../click-error.ts";
import { FilesHungError } from "../../file-calls.ts";

/** What is asked of the file system. */
export type LogFiles = Pick<
  typeof files,
  "link" | "mkdir" | "open" | "readdir" | "rename" | "rmdir" | "stat" | "truncate" | "unlink" | "utimes"
>;

/** Clicks tell who was where: they are read by the service's own user alone. */
export const fileMode = 0o600;
export const folderMode = 0o700;

export const logFiles: LogFiles = files;

/** The system's name of a fault, such as ENOSPC. */
export function faultOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

export const isMissing = (error: unknown): boolean => faultOf(error) === "ENOENT";

/** Says which fault it was; not where, for paths tell of the machine. */
export function logUnavailable(error: unknown): ClickError {
  if (error instanceof ClickError) return error;
  if (error instanceof FilesHungError) return new ClickError("LOG_UNAVAILABLE", error.message, { cause: error });
  return new ClickError("LOG_UNAVAILABLE", `The file system says ${faultOf(error)}.`, { cause: error });
}
