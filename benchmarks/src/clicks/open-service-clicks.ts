import { setTimeout as pause } from "node:timers/promises";
import type { Visit } from "@narrows/clicks";
import { readServerConfig } from "@narrows/server";
import { createRecording } from "@narrows/server/recording";
import { createLogger } from "@narrows/service";

/** So many visits may wait for their log: enough to keep it busy, and far from what would be dropped. */
const mostBuffered = 8_000;
const visitsAtOnce = 500;
const lookMs = 5;

export type ServiceClicks = AsyncDisposable & {
  /** Records as fast as the log takes them, and waits until all that was ever recorded is stored. */
  carry(count: number, next: (at: number) => Visit): Promise<void>;
};

/**
 * Puts clicks together as `narrows serve` does: the recorder in this thread, and in one of their own what describes, logs and
 * counts them.
 */
export async function openServiceClicks(
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ServiceClicks> {
  const complaints: string[] = [];
  const { part, recorder, record, stats } = createRecording({
    config: readServerConfig(settings),
    log: createLogger({ level: "warn", write: (line) => complaints.push(line) }),
    clocks: { now: Date.now },
    isWriter: true,
  });
  await part.start?.(signal);
  let recorded = 0;
  const look = async (): Promise<void> => {
    if (complaints.length > 0) throw new Error(complaints.join(""));
    await pause(lookMs, undefined, { signal });
  };
  return {
    async carry(count, next) {
      for (const end = recorded + count; recorded < end; recorded += 1) {
        if (recorded % visitsAtOnce === 0) while (recorder.stats().buffered > mostBuffered) await look();
        void record(next(Date.now()));
      }
      while ((stats().writer?.stored ?? 0) < recorded) await look();
    },
    [Symbol.asyncDispose]: async () => part.stop?.(),
  };
}
