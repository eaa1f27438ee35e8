import type { Logger, LogLevel } from "@narrows/service";

type Line = { readonly level: Exclude<LogLevel, "silent">; readonly time: string; readonly msg: string };

/** Says in this thread's log what another thread has said in its own. */
export function relayLine(log: Logger, line: string): void {
  const { level, time: _, msg, ...fields } = JSON.parse(line) as Line;
  log[level](fields, msg);
}
