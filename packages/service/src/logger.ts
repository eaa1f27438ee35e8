import { pino, stdTimeFunctions, type Logger } from "pino";
import { shownError } from "./shown-error.ts";

export type { Logger };

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export type LoggerOptions = {
  readonly level: LogLevel;
  /** Takes one line with its line break, and must neither wait nor throw; see `openLogSink`. */
  readonly write: (line: string) => void;
};

/** Keys, secrets and destinations: what a log must never hold, wherever it stands in a record. */
const withheldNames: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "key",
  "secret",
  "adminKey",
  "codeSecret",
  "longUrl",
  "destination",
  "location",
]);

const withheldDepth = 3;

/**
 * Creates the log of a program: one JSON object a line, with the level as a word and the time as ISO 8601.
 *
 * Fields named like a secret or a destination are replaced to a depth of three, a child's own at the first; text inside
 * `msg` is not looked at.
 */
export function createLogger({ level, write }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: shownError },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Fields) => withhold(fields, withheldDepth),
    },
    // A child's own fields pass no formatter.
    redact: { paths: [...withheldNames], censor: "[withheld]" },
  };
  // Pino's own destinations try a full disk again for ever, on this thread, and keep lines without bound.
  return pino(options, { write });
}

type Fields = Record<string, unknown>;

/** Copies only what it must change. Pino's own redaction took 20 µs a line, a sixth of what a create costs. */
function withhold(fields: Fields, depth: number): Fields {
  let copy: Fields | undefined;
  for (const [name, value] of Object.entries(fields)) {
    const shown = withheldNames.has(name) ? "[withheld]" : withholdIn(value, depth - 1);
    if (shown === value) continue;
    copy ??= { ...fields };
    copy[name] = shown;
  }
  return copy ?? fields;
}

/** An error is left to its serialiser, which needs it whole. */
function withholdIn(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== "object" || value === null || value instanceof Error) return value;
  return Array.isArray(value) ? value : withhold(value as Fields, depth);
}
