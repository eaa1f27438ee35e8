import type { Logger } from "@narrows/service";

/** A fault that repeats is written this often and counted in between. */
const intervalMs = 1_000;

/** Writes faults with their stacks, at most one a second: an outage must not fill the disk with its own description. */
export function createFaultLog(
  log: Logger,
  monotonicMs: () => number,
): (error: unknown, context?: Readonly<Record<string, string>>) => void {
  let nextAt = -Infinity;
  let withheld = 0;
  return (error, context = {}) => {
    if (monotonicMs() < nextAt) {
      withheld += 1;
      return;
    }
    log.error({ err: error, ...context, withheld }, "A request could not be answered.");
    nextAt = monotonicMs() + intervalMs;
    withheld = 0;
  };
}
