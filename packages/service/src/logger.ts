import { pino, stdTimeFunctions, type Logger } from "pino";

export type { Logger };

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export type LoggerOptions = {
  readonly level: LogLevel;
  /** Takes one line with its line break, and must neither wait nor throw; see `openLogSink`. */
  readonly write: (line: string) => void;
};

/** Keys, secrets and destinations: what a log must never hold, wherever it stands in a record. */
const withheldNames = [
  "authorization",
  "cookie",
  "key",
  "secret",
  "adminKey",
  "codeSecret",
  "longUrl",
  "destination",
  "location",
] as const;

const redactedPaths = withheldNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * Creates the log of a program: one JSON object a line, with the level as a word and the time as ISO 8601.
 *
 * Fields named like a secret or a destination are replaced to a depth of three; text inside `msg` is not looked at.
 */
export function createLogger({ level, write }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: "[withheld]" },
  };
  // Pino's own destinations try a full disk again for ever, on this thread, and keep lines without bound.
  return pino(options, { write });
}
