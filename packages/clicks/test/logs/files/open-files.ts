import { onTestFinished } from "vitest";
import { openFileLog, openFileSource, type FileLogOptions } from "../../../src/logs/files/index.ts";
import { createLogReader } from "../../../src/testing/log-reader.ts";

/** Both ends of a log in a folder; the log is closed when the test is over. */
export async function openFiles(folder: string, options: Partial<FileLogOptions> = {}) {
  const log = await openFileLog({ folder, partition: "start-1", now: Date.now, ...options });
  onTestFinished(() => log.close());
  return { log, ...readFiles(folder) };
}

export function readFiles(folder: string, now: () => number = Date.now) {
  const source = openFileSource({ folder, now });
  return { source, reader: createLogReader(source) };
}
