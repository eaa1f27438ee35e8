import { createLogger, openLogSink, type Logger, type LogLevel } from "@narrows/service";

export type ServiceLog = {
  readonly log: Logger;
  /** Writes out what the log still holds. */
  readonly flushLog: () => Promise<void>;
  readonly droppedLines: () => number;
};

/** How long a reader of the log that stalls may hold up the end. */
const flushDeadlineMs = 500;

/** Opens the log of the program, on standard output. */
export function openServiceLog(level: LogLevel): ServiceLog {
  const sink = openLogSink();
  return {
    log: createLogger({ level, write: sink.write }),
    flushLog: () => sink.flush(flushDeadlineMs),
    droppedLines: sink.droppedLines,
  };
}
