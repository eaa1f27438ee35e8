import { ClickError } from "../../click-error.ts";
import { settleWithin } from "../../settle-within.ts";

/** So often a process that has no clicks says that it is still there. */
const everyMs = 20_000;

/** How long other work waits for a sign that was begun before it. */
const waitMs = 5_000;

/**
 * Gives a sign again and again, never while other work is at the files or the sign before has no answer: a disk that does not
 * answer holds one call.
 */
export function createSignOfLife(give: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let giving: Promise<void> | undefined;
  let isAtWork = false;

  function giveNow(): void {
    if (isAtWork || giving !== undefined) return;
    giving = give()
      .catch(() => undefined)
      .finally(() => {
        giving = undefined;
      });
  }

  return {
    start(): void {
      timer = setInterval(giveNow, everyMs);
      timer.unref();
    },
    /** @throws {ClickError} `LOG_UNAVAILABLE`, without beginning the work, when a sign has no answer. */
    async inPlaceOf<Result>(work: () => Promise<Result>): Promise<Result> {
      isAtWork = true;
      try {
        if (giving !== undefined) await settleWithin(waitMs, giving);
        if (giving !== undefined) throw new ClickError("LOG_UNAVAILABLE", "The file system does not answer.");
        return await work();
      } finally {
        isAtWork = false;
      }
    },
    /** Settles when no sign is being given any more. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await giving;
    },
  };
}
