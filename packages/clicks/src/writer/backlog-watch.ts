import type { Backlog, ClickSource } from "../click-log.ts";

/** So often the log is asked how much of it is not stored. */
const everyMs = 2_000;

/** Knows the backlog of a log, also while the store does not answer. */
export function createBacklogWatch(source: ClickSource) {
  let backlog: Backlog = { records: 0, oldestAt: undefined };
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** A log that cannot be asked leaves what was known before; its failure is told where it is read. */
  async function ask(): Promise<void> {
    try {
      backlog = await source.backlog();
    } catch {
      // The next time will do.
    } finally {
      asking = undefined;
    }
  }

  const look = (): void => {
    asking ??= ask();
  };

  return {
    start(): void {
      look();
      timer = setInterval(look, everyMs);
      timer.unref();
    },
    last: () => backlog,
    stop: () => clearInterval(timer),
  };
}
